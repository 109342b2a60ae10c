import type { Payload } from 'payload'
import type { Database } from '../database/query.ts'
import type { MailBranding } from './branding.ts'
import type { MailContent, MailRow } from './contract.ts'
import type { MailTextFiller } from './mail-text-filler.ts'
import type { MailText } from './texts.ts'

/** An example on the admin's page of mail templates. */
export type MailSample = {
  /** The last part of the example's URL. */
  key: string
  name: string
  /** The texts that staff can change; `make` fills them in with `fillText`. */
  text?: MailText
  /** Path of the admin's form in which staff write the whole mail. */
  formPath?: string
  /** @returns null if staff have not written the mail yet */
  make: (context: {
    payload: Payload
    branding: MailBranding
    fillText: MailTextFiller
  }) => Promise<MailContent | null>
}

export const hidingLevels = ['nobody', 'editors', 'publishers', 'staff'] as const
export type HiddenFrom = (typeof hidingLevels)[number]

/** A kind of mail that a feature sends. */
export type MailKind = {
  kind: string
  /**
   * From whom the content of these mails is hidden (`access.ts`):
   * - `nobody`: about the staff themselves; contains neither a code nor a link that works without signing in.
   * - `editors`: about somebody's money, or to a subscriber. Publishers and admins read it. The links of its reader
   *   are shown without their addresses (`inert.ts`).
   * - `publishers`: contains a code or a link that works without signing in. Only admins read it, with a fresh proof.
   * - `staff`: the code or link opens an account, moves money or manages an event. Like `publishers` without a mail
   *   server. With a mail server nobody reads it (`secret.ts`).
   */
  hiddenFrom: HiddenFrom
  /**
   * Replaces a subject that contains a code: in the list of mails of the personal data download and, with a mail
   * server, in the stored row.
   */
  plainSubject?: string
  /** Replaces a subject that may name a person, in the audit trail, which is kept for ever. */
  auditSubject?: string
  /**
   * The subjects of letters without the names of their readers, by letter. They replace the subjects of the letters'
   * mails in the audit trail, and on rows whose content is deleted.
   */
  subjectsOfLetters?: (
    db: Database,
    letters: readonly number[],
  ) => Promise<ReadonlyMap<number, string>>
  /** A mail is cancelled if it could not be sent within this time after it was queued. */
  expiresAfterMs?: number
  /**
   * Makes the content of a mail when the mail is sent, if its row has no content.
   * @throws Error if it cannot be made now; the mail is retried
   */
  contentOf?: (payload: Payload, row: MailRow) => Promise<MailContent>
  /** Whether the result of `contentOf` is stored on the row, because the source of the content may change. */
  storesContent?: boolean
  /**
   * Checks whether staff may send a mail again, and locks the rows that the result depends on until the
   * transaction ends. Locks are taken in the order letter, subscriber, mail.
   * @throws HttpError `conflict` if staff may not send the mail again
   */
  beforeResend?: (
    db: Database,
    mail: { subscriber: number | null; letter: number | null },
  ) => Promise<void>
  samples?: readonly MailSample[]
}
