import { CopyButton } from '../../admin/shell/CopyButton.tsx'
import type { MailContent } from '../contract.ts'
import { MailFrame } from './MailFrame.tsx'

export function MailSheet({
  content,
  headers = {},
  addresses = [],
}: {
  content: Pick<MailContent, 'subject' | 'html' | 'text'>
  headers?: Record<string, string>
  /** The addresses of the mail's links, shown as text: whoever follows one acts for the mail's reader. */
  addresses?: readonly string[]
}) {
  return (
    <div className="mail-sheet">
      <MailFrame content={content} />
      <div>
        {addresses.length ? <Addresses addresses={addresses} /> : null}
        {Object.keys(headers).length ? (
          <>
            <h2>Headers</h2>
            <dl>
              {Object.entries(headers).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </>
        ) : null}
      </div>
    </div>
  )
}

const Addresses = ({ addresses }: { addresses: readonly string[] }) => (
  <>
    <h2>Links</h2>
    <p className="admin-quiet">
      Its links don’t work here, because whoever follows one acts for the mail’s reader. To try one,
      copy its address.
    </p>
    <ul className="mail-sheet__addresses">
      {addresses.map((address) => (
        <li key={address}>
          <code>{address}</code> <CopyButton text={address} label={`Copy ${address}`} />
        </li>
      ))}
    </ul>
  </>
)
