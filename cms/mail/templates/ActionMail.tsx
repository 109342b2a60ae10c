import { Button, Link } from '@react-email/components'
import type { MailBranding } from '../branding.ts'
import { Layout, Paragraph, Small } from './Layout.tsx'
import { buttonStyle, theme } from './styles.ts'

/** A plain mail with at most one button. */
export type Action = {
  branding: MailBranding
  subject: string
  heading: string
  paragraphs: string[]
  button?: { label: string; url: string }
  /** Why the mail was sent, and what to do if it was not requested. */
  note: string
}

export const ActionMail = ({ branding, heading, paragraphs, button, note }: Action) => (
  <Layout
    branding={branding}
    heading={heading}
    preview={paragraphs[0] ?? heading}
    foot={<Small>{note}</Small>}
  >
    {paragraphs.map((paragraph) => (
      <Paragraph key={paragraph}>{paragraph}</Paragraph>
    ))}
    {button ? <ActionButton {...button} /> : null}
  </Layout>
)

const ActionButton = ({ label, url }: NonNullable<Action['button']>) => (
  <>
    <Button className="button" href={url} style={buttonStyle}>
      {label}
    </Button>
    {/* The text version shows the button's address. */}
    <div data-skip-in-text="true">
      <Small>
        Or open this address:{' '}
        <Link href={url} style={{ color: theme.ink, wordBreak: 'break-all' }}>
          {url}
        </Link>
      </Small>
    </div>
  </>
)
