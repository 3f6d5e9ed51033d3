export const host = globalThis
