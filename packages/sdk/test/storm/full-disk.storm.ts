import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { inScratch } from './ledger-fixture.ts'

const writer = fileURLToPath(new URL('full-disk-writer.mjs', import.meta.url))

/** Runs a command where `directory` is a file system of 2 MB that no other process sees, and that goes with it. */
function onSmallDisk(directory: string, command: readonly string[]): readonly string[] {
  const asRoot = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const script = 'mount -t tmpfs -o size=2m tmpfs "$0" && exec "$@"'
  return ['unshare', ...asRoot, '--mount', 'sh', '-c', script, directory, ...command]
}

test('a disk that is full refuses a commit, and takes the same one whole once there is room', async () => {
  await inScratch(async (directory) => {
    const canMount = run(onSmallDisk(directory, ['true'])).status === 0
    // Where nothing can be mounted, a disk that counts what is written to it takes its place.
    const writing = [process.execPath, writer, directory, canMount ? 'mounted' : 'counted']
    const { status, stderr, stdout } = run(canMount ? onSmallDisk(directory, writing) : writing)
    expect([status, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual({
      landed: expect.any(Number),
      refused: { code: 'io', fix: 'Free some space; nothing that was acknowledged is lost.' },
      again: 'swapped',
      isWhole: true,
      fsck: '',
    })
    expect(JSON.parse(stdout).landed).toBeGreaterThan(3)
  })
})

test('so does one that is only counted', async () => {
  await inScratch(async (directory) => {
    const { status, stderr, stdout } = run([process.execPath, writer, directory, 'counted'])
    expect([status, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ again: 'swapped', isWhole: true, fsck: '' })
  })
})

function run([command = '', ...args]: readonly string[]): {
  readonly status: number | null
  readonly stderr: string
  readonly stdout: string
} {
  const { status, stderr, stdout } = spawnSync(command, args, { encoding: 'utf8' })
  return { status, stderr: stderr ?? '', stdout: stdout ?? '' }
}
