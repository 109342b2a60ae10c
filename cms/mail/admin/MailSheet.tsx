import type { MailContent } from '../contract.ts'
import { MailFrame } from './MailFrame.tsx'

export function MailSheet({
  content,
  headers = {},
}: {
  content: MailContent
  headers?: Record<string, string>
}) {
  return (
    <div className="mail-sheet">
      <MailFrame content={content} />
      {Object.keys(headers).length ? (
        <div>
          <h2>Headers</h2>
          <dl>
            {Object.entries(headers).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      ) : null}
    </div>
  )
}
