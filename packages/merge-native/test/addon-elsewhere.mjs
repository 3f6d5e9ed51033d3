// Loaded before a program: the merge addon is looked for at the path in ADDON_ELSEWHERE, where that is set, and nowhere else.
import Module from 'node:module'
import process from 'node:process'

const { ADDON_ELSEWHERE: elsewhere } = process.env
const resolve = Module._resolveFilename

if (elsewhere !== undefined)
  Module._resolveFilename = function (request, ...rest) {
    const isAddon = /merge-native[.-](?:linux|darwin|win32)/.test(request)
    return resolve.call(this, isAddon ? elsewhere : request, ...rest)
  }
