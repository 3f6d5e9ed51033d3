import { expectTypeOf, test } from 'vitest'
import type * as generated from '../native/binding.d.ts'
import type { NativeBinding } from '../src/native-merge.ts'

test('the generated declarations offer what the kernel asks of an addon', () => {
  expectTypeOf<typeof generated>().toExtend<NativeBinding>()
})
