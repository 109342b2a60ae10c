import { pino } from 'pino'
import { env } from '../env.ts'
import { isClientError, loggedError, loggedText } from './logged-error.ts'
import { createRepeatFilter } from './repeats.ts'

const errorLevel = 50
const repeatedEveryMs = 5000

const passes = createRepeatFilter(repeatedEveryMs, (kind, repeated) =>
  log.error({ repeated, kind }, 'an error was repeated'),
)
const kindOf = (error: Error, message: string) =>
  `${message}: ${loggedText(error.message).slice(0, 200)}`

/** Structured logs on standard output, one JSON object per line, without secrets. */
export const log = pino({
  level: env().LOG_LEVEL,
  base: { pid: process.pid },
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: loggedError },
  hooks: {
    logMethod(args, method, level) {
      const [given, message] = args as unknown as [unknown, unknown]
      const err = given instanceof Error ? given : (given as { err?: unknown } | null)?.err
      if (!(err instanceof Error)) return method.apply(this, args)
      // Without a message, pino would log the full message of the error.
      const line = [
        { ...(given === err ? {} : (given as object)), err },
        message ?? loggedText(err.message),
      ]
      // Payload logs refused requests as errors; they are logged at level info instead.
      if (level >= errorLevel && isClientError(err)) this.info(...(line as [object, string]))
      // Repeated errors are only counted: during an outage every request fails with the same error.
      else if (level === errorLevel && !passes(kindOf(err, String(line[1])))) return
      else method.apply(this, line as typeof args)
    },
  },
  redact: {
    paths: [
      '*.password',
      '*.hash',
      '*.salt',
      '*.token',
      '*.secret',
      'headers.cookie',
      'headers.authorization',
    ],
    censor: '[redacted]',
  },
})
