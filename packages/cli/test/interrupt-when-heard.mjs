// Sends this process a real Ctrl-C as soon as it listens for one, so that the signal always arrives in the middle of the work.
import process from 'node:process'

process.on('newListener', (event) => {
  if (event === 'SIGINT') setImmediate(() => process.kill(process.pid, 'SIGINT'))
})
