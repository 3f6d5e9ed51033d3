setImmediate(() => undefined)
