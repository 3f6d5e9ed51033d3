import type { CommitMessage } from '../../ledger/commit-message.ts'
import { versionsOf } from '../../ledger/decisions.ts'
import { MemoryStore } from '../../ledger/memory-store.ts'
import type { SwapRequest, SwapResult } from '../../ledger/store.ts'
import type { Artifact } from '../../model/artifact.ts'
import type { ArtifactId } from '../../model/ids.ts'

/** A store that takes whatever comes: the later of two writers on one version silently undoes the earlier. */
export class UncheckedStore extends MemoryStore {
  override async compareAndSwap(request: SwapRequest): Promise<SwapResult> {
    const { artifacts } = await this.read(request.branch)
    const writes = request.writes.map((write) => ({
      ...write,
      expected: artifacts.get(write.artifact.id)?.version ?? 0,
    }))
    return super.compareAndSwap({ ...request, writes })
  }
}

/** A store that checks, pauses and then writes: one writer at a time is safe, two at once both land. */
export class PausingStore extends UncheckedStore {
  override async compareAndSwap(request: SwapRequest): Promise<SwapResult> {
    const { artifacts } = await this.read(request.branch)
    const isStale = request.writes.some(
      ({ artifact, expected }) => (artifacts.get(artifact.id)?.version ?? 0) !== expected,
    )
    if (isStale) return { outcome: 'conflict', head: versionsOf(artifacts) }
    for (;;) {
      const result = await super.compareAndSwap(request)
      if (result.outcome === 'swapped') return result
    }
  }
}

/** A store that commits several artifacts one by one. */
export class PiecemealStore extends MemoryStore {
  override async compareAndSwap(request: SwapRequest): Promise<SwapResult> {
    let result: SwapResult = await super.compareAndSwap({ ...request, writes: request.writes.slice(0, 1) })
    for (const write of request.writes.slice(1))
      if (result.outcome === 'swapped') result = await super.compareAndSwap({ ...request, writes: [write] })
    return result
  }
}

/** A store that counts stable's versions apart from dev's. */
export class OwnCounterStore extends MemoryStore {
  override async promote(id: ArtifactId, message: CommitMessage): Promise<number | undefined> {
    const held = (await this.read('stable')).artifacts.get(id)
    const promoted = await super.promote(id, message)
    return promoted === undefined ? undefined : (held?.version ?? 0) + 1
  }
}

/** A store that keeps no history: whatever version is asked for, it hands out the head. */
export class HeadOnlyStore extends MemoryStore {
  override async readVersion(branch: string, id: ArtifactId): Promise<Artifact | undefined> {
    return (await this.read(branch)).artifacts.get(id)
  }
}
