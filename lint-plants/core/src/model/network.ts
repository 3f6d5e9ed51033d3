export const page = await fetch('http://127.0.0.1')
