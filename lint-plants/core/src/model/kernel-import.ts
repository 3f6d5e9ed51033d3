export { mergeKernel } from '@agentdescent/merge-native'
