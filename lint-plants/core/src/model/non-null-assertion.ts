export const first = (values: string[]): string => values[0]!
