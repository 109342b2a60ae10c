import type { PayloadRequest } from 'payload'
import { CmsLink } from '../../admin/shell/CmsLink.tsx'
import { findEditableSample } from '../kinds.ts'
import { placeholdersOf } from '../texts.ts'
import { RestoreDefaultText } from './RestoreDefaultText.tsx'

/**
 * Shown above the texts of a mail: the placeholders that they may contain, and a button to restore
 * the default texts.
 */
export function AboutWords({ data, req }: { data?: { mail?: string }; req: PayloadRequest }) {
  const sample = findEditableSample(req.payload, data?.mail ?? req.query?.mail)
  if (!sample) {
    return (
      <p>
        Choose a mail under <CmsLink href="/cms/mail/templates">Mail templates</CmsLink> first.
      </p>
    )
  }
  const { name, text } = sample
  return (
    <section className="mail-words" aria-labelledby="mail-words">
      <h2 id="mail-words">{name}</h2>
      <p>
        What is saved here stands in the next mail. The code or the button comes between the opening
        and the closing words, and cannot be removed. Write these where their values belong:
      </p>
      <dl>
        {Object.entries(placeholdersOf(text)).map(([placeholder, { is, required }]) => (
          <div key={placeholder}>
            <dt>
              <code>{`{${placeholder}}`}</code>
            </dt>
            <dd>
              {is}
              {required ? <b> (needed in the {required.in})</b> : null}
            </dd>
          </div>
        ))}
      </dl>
      <RestoreDefaultText mail={text.key} />
    </section>
  )
}
