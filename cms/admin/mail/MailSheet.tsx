import type { MailContent } from '../../mail/contract.ts'

/** A mail as it looks, as it reads, and what stands on its envelope. */
export function MailSheet({
  content,
  headers = {},
}: {
  content: MailContent
  headers?: Record<string, string>
}) {
  return (
    <div className="mail-sheet">
      {/* Nothing in it runs, and its links lead nowhere. */}
      <iframe title={`The mail: ${content.subject}`} sandbox="" srcDoc={content.html} />
      <div>
        <h2>Text part</h2>
        <pre>{content.text || 'It has none.'}</pre>
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
