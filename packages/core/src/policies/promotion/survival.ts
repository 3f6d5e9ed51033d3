import { type ArtifactId, artifactId } from '../../model/ids.ts'
import type { MergeReport } from '../../model/report.ts'
import type { Json } from '../../runtime/json.ts'
import { badState } from '../bad-state.ts'
import { checkedSetting } from '../checked-setting.ts'
import type { PromotionPolicy } from './promotion.ts'

export interface SurvivalOptions {
  /** Rounds that a head must survive; default 3. */
  readonly rounds?: number
}

/**
 * Returns the promotion rule by survival: a head that stood for so many rounds goes to `stable`. A commit or a veto of
 * the audit starts the clock again; any other round counts, also one that never mentions the artifact.
 * @throws OptionError `bad-setting` unless `rounds` is a whole number of at least 1.
 */
export function survival({ rounds = 3 }: SurvivalOptions = {}): PromotionPolicy {
  checkedSetting({ argument: 'survival.rounds', value: rounds, least: 1, whole: true })
  let survived = new Map<ArtifactId, number>()
  // A clock taken over from an earlier run may be due before the artifact is heard of in this one.
  let unheard: ReadonlySet<ArtifactId> = new Set()
  return {
    name: 'survival',
    settings: { rounds },
    observe: (reports, known) => {
      const restarted = new Map(reports.map((report) => [report.artifact, restartsClock(report)]))
      for (const id of new Set([...survived.keys(), ...known, ...restarted.keys()]))
        survived.set(id, restarted.get(id) === true ? 0 : (survived.get(id) ?? 0) + 1)
      const heard = new Set([...known, ...restarted.keys()])
      unheard = new Set([...unheard].filter((id) => !heard.has(id)))
      const due = [...survived].flatMap(([id, count]) => (count >= rounds && !unheard.has(id) ? [id] : []))
      for (const id of due) survived.set(id, 0)
      return due.toSorted()
    },
    state: () => [...survived],
    restore: (state) => {
      if (!Array.isArray(state)) throw badState('survival', state)
      survived = new Map(state.map(parsedClock))
      unheard = new Set(survived.keys())
    },
  }
}

function restartsClock({ outcome }: MergeReport): boolean {
  return outcome === 'committed' || outcome === 'oracle-rejected'
}

function parsedClock(entry: Json): readonly [ArtifactId, number] {
  if (!Array.isArray(entry)) throw badState('survival', entry)
  const [id, count]: readonly Json[] = entry
  if (typeof id !== 'string' || typeof count !== 'number' || !Number.isInteger(count) || count < 0)
    throw badState('survival', entry)
  return [artifactId(id), count]
}
