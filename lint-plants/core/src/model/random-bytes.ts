export const id = crypto.randomUUID()
