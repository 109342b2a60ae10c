import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { waitUntil } from './wait-until.ts'

/** Environment variable with the id of the test run, set in every process of the run. */
export const runVariable = 'TEST_RUN'
/** Environment variable with the pid of the test worker, set in every process the worker starts. */
export const ownerVariable = 'TEST_OWNER'

type RunningProcess = { pid: number; command: string }

/** Finds processes by an environment variable, even if their parent has exited. Linux only. */
export function processesWith(variable: string, value: string): RunningProcess[] {
  const entry = `${variable}=${value}`
  return processIds().flatMap((pid) => {
    if (pid === process.pid) return []
    const variables = readProcess(pid, 'environ').split('\0')
    const command = readProcess(pid, 'cmdline').replaceAll('\0', ' ').trim()
    // A zombie has no command line.
    return command && variables.includes(entry) ? [{ pid, command }] : []
  })
}

/** Kills processes that were started with a variable of this value. @returns what was killed */
export function killProcessesWith(variable: string, value: string): RunningProcess[] {
  const found = processesWith(variable, value)
  for (const { pid } of found) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has exited meanwhile.
    }
  }
  return found
}

/**
 * Waits for the processes with a variable of this value, and kills what still runs after ten seconds.
 * @returns what was killed
 */
export async function endProcessesWith(variable: string, value: string): Promise<RunningProcess[]> {
  const find = async () => processesWith(variable, value)
  await waitUntil(find, ({ length }) => length === 0, 10_000).catch(() => {})
  return killProcessesWith(variable, value)
}

/** Environment variables with which `tests/dates.ts` sets the clock. */
const clockVariables = [
  'LD_PRELOAD',
  'FAKETIME',
  'FAKETIME_DONT_FAKE_MONOTONIC',
  'FAKETIME_DISABLE_SHM',
]

/** Environment variables that every child process needs: those by which it is found again, and its clock. */
export const commonVariables = (): Record<string, string> =>
  Object.fromEntries(
    [runVariable, ownerVariable, ...clockVariables].flatMap((name) => {
      const value = process.env[name]
      return value ? [[name, value]] : []
    }),
  )

/** Arguments of Node with which a program imports modules with less CPU time. */
export const quickImports = ['--import', path.join(import.meta.dirname, 'quick-imports.ts')]

/** Arguments of Node that run a program of this folder. */
export const nodeArguments = (name: string): string[] => [
  ...quickImports,
  path.join(import.meta.dirname, `${name}.ts`),
]

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Boolean)
  } catch {
    return []
  }
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
