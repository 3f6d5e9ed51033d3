import { dirname, relative } from 'node:path'
import type { FileSystem } from '../../src/stores/git-store/file-system.ts'
import { nodeFileSystem } from '../../src/stores/git-store/file-system.ts'

/** What was asked of the disk; paths are relative to the repository, `file` numbers a file whatever its names. */
export type DiskCall =
  | { readonly call: 'make-directory'; readonly path: string }
  | { readonly call: 'name'; readonly path: string; readonly file: number }
  | { readonly call: 'rename'; readonly from: string; readonly path: string; readonly file: number }
  | { readonly call: 'unlink'; readonly path: string }
  | { readonly call: 'data'; readonly file: number; readonly bytes: Buffer }
  | { readonly call: 'append'; readonly path: string; readonly bytes: Buffer }
  | { readonly call: 'sync'; readonly file: number }
  | { readonly call: 'sync-directory'; readonly path: string }

/** Says of a sync whether it is left out, to show that the simulator would notice. */
export type LeaveOut = (path: string) => boolean

/** Works on the real disk and records all that a loss of power could undo. */
export function recordingFiles(
  root: string,
  leaveOut: LeaveOut = () => false,
): { readonly files: FileSystem; readonly calls: readonly DiskCall[] } {
  const calls: DiskCall[] = []
  const numbers = new Map<string, number>()
  const opened = new Map<number, { readonly file: number; readonly path: string }>()
  const inside = (path: string): string => relative(root, path)
  const named = (path: string, file: number): void => void numbers.set(inside(path), file)
  const node = nodeFileSystem
  const files: FileSystem = {
    ...node,
    create: (path, mode) => {
      const descriptor = node.create(path, mode)
      const file = calls.length
      opened.set(descriptor, { file, path: inside(path) })
      named(path, file)
      calls.push({ call: 'name', path: inside(path), file })
      return descriptor
    },
    write: (descriptor, bytes) => {
      node.write(descriptor, bytes)
      const { file = -1 } = opened.get(descriptor) ?? {}
      calls.push({ call: 'data', file, bytes: Buffer.from(bytes) })
    },
    sync: async (descriptor) => {
      const { file = -1, path = '' } = opened.get(descriptor) ?? {}
      if (!leaveOut(path)) calls.push({ call: 'sync', file })
    },
    syncDirectory: async (path) => {
      if (!leaveOut(`${inside(path)}/`)) calls.push({ call: 'sync-directory', path: inside(path) })
    },
    append: (path, text) => {
      node.append(path, text)
      calls.push({ call: 'append', path: inside(path), bytes: Buffer.from(text) })
    },
    rename: (from, to) => {
      node.rename(from, to)
      const file = numbers.get(inside(from)) ?? -1
      numbers.delete(inside(from))
      named(to, file)
      calls.push({ call: 'rename', from: inside(from), path: inside(to), file })
    },
    link: (existing, path) => {
      node.link(existing, path)
      const file = numbers.get(inside(existing)) ?? -1
      named(path, file)
      calls.push({ call: 'name', path: inside(path), file })
    },
    unlink: (path) => {
      node.unlink(path)
      calls.push({ call: 'unlink', path: inside(path) })
    },
    makeDirectory: (path) => {
      node.makeDirectory(path)
      calls.push({ call: 'make-directory', path: inside(path) })
    },
  }
  return { files, calls }
}

/** Directory whose names the call changes; undefined for calls that change content. */
export function directoryOf(call: DiskCall): string | undefined {
  const isName =
    call.call === 'make-directory' || call.call === 'name' || call.call === 'rename' || call.call === 'unlink'
  return isName ? dirname(call.path) : undefined
}
