import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const windows = process.platform === 'win32'
let path

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'path-'))
  program('napi', 'napi was called')
  program('turbo', windows ? 'toolchain=%RUST_TOOLCHAIN%' : 'toolchain=$RUST_TOOLCHAIN')
})
afterEach(() => rmSync(path, { recursive: true }))

describe.each([
  ['scripts/build-native.mjs', []],
  ['scripts/turbo.mjs', ['build']],
])('%s', (script, args) => {
  test('says in one line that cargo is missing', () => {
    expect(
      run(script, args)
        .stderr.split('\n')
        .filter((line) => line.includes('native addon')),
    ).toEqual([
      expect.stringMatching(/^native addon: not built \(.*cargo.*\); the TypeScript kernel serves$/),
    ])
  })

  test('says in one line what a broken cargo printed first', () => {
    program('cargo', 'error: no default toolchain is set\nhelp: set one', 1)
    const { status, stderr } = run(script, args)
    expect(status).toBe(0)
    expect(stderr.split('\n').filter((line) => line.includes('native addon'))).toEqual([
      'native addon: not built ("cargo --version" failed: error: no default toolchain is set); the TypeScript kernel serves',
    ])
    expect(stderr).not.toContain('help: set one')
  })

  test('says nothing of the kind where cargo works', () => {
    program('cargo', 'cargo 1.90.0')
    expect(run(script, args)).toMatchObject({
      status: 0,
      stderr: expect.not.stringContaining('native addon'),
    })
  })
})

test('the addon is built where cargo works, and only there', () => {
  program('cargo', 'cargo 1.90.0')
  expect(run('scripts/build-native.mjs').stdout).toContain('napi was called')
  program('cargo', 'broken', 1)
  expect(run('scripts/build-native.mjs').stdout).not.toContain('napi was called')
})

test('a failing build fails', () => {
  program('cargo', 'cargo 1.90.0')
  program('napi', 'compile error', 101)
  expect(run('scripts/build-native.mjs').status).toBe(101)
})

test('a required addon without cargo fails', () => {
  program('cargo', 'broken', 1)
  const { status, stderr } = run('scripts/build-native.mjs', [], { AGENTDESCENT_REQUIRE_NATIVE: '1' })
  expect(status).toBe(1)
  expect(stderr).toContain('AGENTDESCENT_REQUIRE_NATIVE=1')
})

test('the toolchain is handed to turbo as part of its cache key', () => {
  program('cargo', 'cargo 1.90.0')
  expect(run('scripts/turbo.mjs', ['build']).stderr).toContain('toolchain=cargo 1.90.0')
  program('cargo', 'broken', 1)
  expect(run('scripts/turbo.mjs', ['build']).stderr).toContain('toolchain=none')
})

test('turbo says it once: tasks other than the build are quiet', () => {
  program('cargo', 'broken', 1)
  expect(run('scripts/turbo.mjs', ['pack-check']).stderr).not.toContain('native addon')
})

/** Puts a program on the test's PATH that prints a text and exits with a status. */
function program(name, text, status = 0) {
  const lines = text.split('\n')
  if (windows) {
    const script = ['@echo off', ...lines.map((line) => `echo ${line}`), `exit /b ${status}`]
    return writeFileSync(join(path, `${name}.cmd`), script.join('\r\n'))
  }
  const file = join(path, name)
  writeFileSync(
    file,
    ['#!/bin/sh', ...lines.map((line) => `echo "${line}"`), `exit ${status}`, ''].join('\n'),
  )
  chmodSync(file, 0o755)
}

function run(script, args = [], settings = {}) {
  const { RUST_TOOLCHAIN: _, AGENTDESCENT_REQUIRE_NATIVE: __, ...inherited } = process.env
  const shell = windows ? [dirname(process.env.ComSpec)] : []
  return spawnSync(process.execPath, [fileURLToPath(new URL(`../${script}`, import.meta.url)), ...args], {
    encoding: 'utf8',
    env: { ...inherited, ...settings, PATH: [path, ...shell].join(delimiter), Path: undefined },
  })
}
