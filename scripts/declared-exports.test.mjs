import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { declaredExports } from './declared-exports.mjs'

const folder = mkdtempSync(join(tmpdir(), 'exports-'))
afterAll(() => rmSync(folder, { recursive: true }))

function declare(name, text) {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test('every declared name is found, through re-exports and stars', () => {
  declare(
    'shapes.d.ts',
    'export interface Shape { side: number }\nexport type Side = number\nexport declare const unit: Shape\n',
  )
  declare('area.d.ts', 'export declare function area(): number\nexport declare class Area {}\n')
  const index = declare(
    'index.d.ts',
    "export { area as size } from './area.ts'\nexport type { Area } from './area.ts'\nexport * from './shapes.ts'\n",
  )
  expect(declaredExports(index)).toEqual({
    names: ['Area', 'Shape', 'Side', 'size', 'unit'],
    packages: [],
  })
})

test('a package that is re-exported whole is named', () => {
  declare('inner.d.ts', "export * from 'elsewhere'\nexport declare const own: 1\n")
  const index = declare('star.d.ts', "export * from './inner.ts'\nexport { mine } from './mine.ts'\n")
  expect(declaredExports(index)).toEqual({ names: ['mine', 'own'], packages: ['elsewhere'] })
})
