import { full } from '../../src/policies/staleness/full.ts'
import { guarded } from '../../src/policies/staleness/guarded.ts'
import { reflective } from '../../src/policies/staleness/reflective.ts'
import type { Disposition } from '../../src/policies/staleness/staleness.ts'

const RULES = { full, guarded, reflective }

interface Input {
  readonly policy: keyof typeof RULES
  readonly eta: number
  readonly alpha: number
  readonly contract_breaking: boolean
}

export function replay({ policy, eta, alpha, contract_breaking: breaksContract }: Input): Disposition {
  return RULES[policy]().decide({ staleBy: eta, tolerance: alpha, breaksContract })
}
