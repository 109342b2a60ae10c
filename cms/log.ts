import { pino } from 'pino'
import { env } from './env.ts'

/** Structured logs on standard output, a JSON object a line; secrets never reach it. */
export const log = pino({
  level: env().LOG_LEVEL,
  base: { pid: process.pid },
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: ['*.password', '*.token', '*.secret', 'headers.cookie', 'headers.authorization'],
    censor: '[redacted]',
  },
})
