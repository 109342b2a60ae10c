import { readdirSync, readFileSync } from 'node:fs'

/** Stands in the environment of every process that a test run starts, with the run's id. */
export const runVariable = 'TEST_RUN'
/** Stands in the environment of every process that one test file starts, with its worker's id. */
export const ownerVariable = 'TEST_OWNER'

type Found = { pid: number; command: string }

/** Processes that were started with a variable of this value, whoever their parent is by now. Linux only. */
export function processesWith(variable: string, value: string): Found[] {
  const entry = `${variable}=${value}`
  return processIds().flatMap((pid) => {
    if (pid === process.pid) return []
    const variables = readProcess(pid, 'environ').split('\0')
    const command = readProcess(pid, 'cmdline').replaceAll('\0', ' ').trim()
    // One that has ended and is not waited for yet has no command.
    return command && variables.includes(entry) ? [{ pid, command }] : []
  })
}

/** Kills processes that were started with a variable of this value. @returns what was killed */
export function killProcessesWith(variable: string, value: string): Found[] {
  const found = processesWith(variable, value)
  for (const { pid } of found) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has just ended by itself.
    }
  }
  return found
}

/** What child processes inherit so that they are found again. */
export const markOfProcesses = (): Record<string, string> =>
  Object.fromEntries(
    [runVariable, ownerVariable].flatMap((name) => {
      const value = process.env[name]
      return value ? [[name, value]] : []
    }),
  )

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
