import { parentPort } from 'node:worker_threads'
import { typescriptKernel } from './node-typescript-kernel.ts'
import type { MergeReply, MergeRequest } from './worker-messages.ts'

// The thread of `WorkerOffload`: merges what it is sent, one request after the other.
parentPort?.on('message', (request: MergeRequest) => parentPort?.postMessage(answer(request)))

function answer({ id, job, options }: MergeRequest): MergeReply {
  try {
    return 'sides' in job
      ? { id, merge: typescriptKernel.mergeMany(job.base, job.sides, options) }
      : { id, merge: typescriptKernel.mergeText(job, options) }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}
