export { claimEqual, claimRefused } from './claims.ts'
export { durableStoreContract, storeContract } from './store-contract.ts'
export type { StoreCheck } from './store-contract.ts'
