setInterval(() => undefined, 1)
