export const host = new Function('return this')
