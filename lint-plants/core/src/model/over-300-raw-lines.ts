export const start = 1

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line

// comment line
