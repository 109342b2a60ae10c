import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { commonVariables } from './child-processes.ts'
import { root } from './folders.ts'

const startsWithinMs = 120_000
/** The program prints this when it is ready. */
const readyText = '  The admin '
// Reads the environment variables, Node's flags and the entry file from the `start` script.
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const startWords: string[] = scripts.start.split(' ')
const startArguments = startWords.slice(startWords.indexOf('node') + 1)
const startEnvironment = Object.fromEntries(
  startWords.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=')),
)
const programEntry = startArguments.pop() ?? ''
const quickPasswords = path.join(import.meta.dirname, 'quick-passwords.ts')

/**
 * Spawns a Node process as the `start` script does, without waiting for it.
 * @param env the environment of the process. Only PATH, HOME and the variables of the script are added
 * @param options.entry the file that the process runs, by default the program
 * @param options.hashesQuickly whether the process hashes passwords with one round
 * @param options.hasChannel whether the new process gets messages from the calling process
 * @param options.flags further flags of Node
 */
export function spawnServer(
  env: Record<string, string>,
  { entry = programEntry, hashesQuickly = false, hasChannel = false, flags = [] as string[] },
): ChildProcess {
  const { PATH = '', HOME = '', OLD_ADMIN } = process.env
  const hashing = hashesQuickly ? ['--import', quickPasswords] : []
  return spawn(process.execPath, [...hashing, ...startArguments, ...flags, entry], {
    cwd: root,
    env: {
      ...startEnvironment,
      NODE_ENV: 'production',
      PATH,
      HOME,
      // Otherwise the process would build the admin, although the test run keeps the old build.
      ...(OLD_ADMIN && { OLD_ADMIN }),
      ...commonVariables(),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])],
  })
}

/**
 * Collects what a server prints.
 * @param exited resolves with the server's exit code
 * @returns `add` takes a part of the output. `ready` resolves when the server is ready, and rejects with the output if
 *   the server exits before that or is not ready in time
 */
export function watchOutput(exited: Promise<number | null>) {
  let output = ''
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  const fail = (why: string) => reject(new Error(`${why}\n${output}`))
  const timeout = setTimeout(() => fail('The server was not ready in time.'), startsWithinMs)
  void exited.then((code) => {
    clearTimeout(timeout)
    fail(`The server ended with ${code} instead of being ready.`)
  })
  return {
    ready,
    output: () => output,
    add: (part: Buffer | string) => {
      output += part
      if (!output.includes(readyText)) return
      clearTimeout(timeout)
      resolve()
    },
  }
}
