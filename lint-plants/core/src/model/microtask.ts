queueMicrotask(() => undefined)
