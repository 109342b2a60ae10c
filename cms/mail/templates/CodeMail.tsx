import { Text } from '@react-email/components'
import type { MailBranding } from '../branding.ts'
import { Layout, Paragraph, Small } from './Layout.tsx'
import { theme } from './styles.ts'

/** A mail with a code. */
export type Code = {
  branding: MailBranding
  subject: string
  heading: string
  paragraphs: string[]
  code: string
  /** Why the mail was sent, and what to do if it was not requested. */
  note: string
}

export const CodeMail = ({ branding, heading, paragraphs, code, note }: Code) => (
  <Layout
    branding={branding}
    heading={heading}
    preview={`${code}. ${paragraphs[0] ?? ''}`}
    foot={<Small>{note}</Small>}
  >
    {paragraphs.map((paragraph) => (
      <Paragraph key={paragraph}>{paragraph}</Paragraph>
    ))}
    <Text className="code" style={digits}>
      {code}
    </Text>
  </Layout>
)

const digits = {
  margin: '8px 0 24px',
  padding: '20px 0 20px 0.2em',
  border: `3px solid ${theme.ink}`,
  color: theme.ink,
  fontFamily: theme.poster,
  fontSize: '56px',
  lineHeight: '1',
  fontWeight: 700,
  letterSpacing: '0.2em',
  textAlign: 'center',
} as const
