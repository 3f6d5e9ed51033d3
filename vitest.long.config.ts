import { defineConfig } from 'vitest/config'

/** The tests that take minutes: `pnpm test:long` prepares what they need and runs them. */
export default defineConfig({ test: { include: ['packages/*/test/**/*.long.ts'], testTimeout: 600_000 } })
