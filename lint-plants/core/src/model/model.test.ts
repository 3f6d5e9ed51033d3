import { readFileSync } from 'node:fs'
import { fakeClock } from '../testing/fake-clock.ts'

setTimeout(() => readFileSync(String(fakeClock)), 1)
