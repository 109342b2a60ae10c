import type { ServerTrouble } from '../contract.ts'
import { refusesAllPrefix } from '../rules.ts'

/**
 * Says since when mails wait for the mail server, why, and what happens next.
 * @param options.format makes the words for a time, such as `Today, 12:20`
 */
export function describeTrouble(
  { error, since, nextAt }: ServerTrouble,
  { format, now }: { format: (time: string) => string; now: Date },
): string {
  const problem = error.startsWith(refusesAllPrefix) ? 'takes no mails' : 'can’t be reached'
  const reason = error.replace(refusesAllPrefix, '').replace(/\.$/, '')
  const next = new Date(nextAt) > now ? `again: ${format(nextAt)}` : 'again now'
  return `The mail server ${problem} (${reason}). No mail has gone out since ${format(since)}. It is tried ${next}. Nothing is lost: what waits goes out by itself when the server answers. A mail that could not go out for three days counts as failed.`
}
