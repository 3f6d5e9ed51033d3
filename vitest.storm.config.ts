import { defineConfig } from 'vitest/config'
import { reporters } from './vitest.reporters.ts'

// The storms: kills, failures of the disk and losses of power. `pnpm test:storm` runs a seeded share of them, `pnpm test:long` all.
export default defineConfig({
  test: {
    include: ['packages/*/test/storm/**/*.storm.ts'],
    testTimeout: 4 * 3_600_000,
    fileParallelism: false,
    reporters,
  },
})
