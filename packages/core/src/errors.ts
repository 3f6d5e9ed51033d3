export {
  AgentDescentError,
  BackendError,
  ContractError,
  GovernanceError,
  LedgerError,
  messageOf,
  OptionError,
  PolicyError,
  shown,
} from './model/errors.ts'
export type { FailureDetails, FailureKind } from './model/errors.ts'
export { nearest } from './model/nearest.ts'
