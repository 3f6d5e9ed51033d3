// Loaded before a program (`node --require`): prints the processor time of the process, in milliseconds, at its end.
process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage()
  require('node:fs').writeSync(2, `\ncpu ${(userCPUTime + systemCPUTime) / 1000}\n`)
})
