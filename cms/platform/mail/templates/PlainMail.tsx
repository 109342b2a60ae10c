import { Button, Link, Text } from '@react-email/components'
import type { ReactNode } from 'react'
import type { MailBranding } from '../branding.ts'
import { Layout, Paragraph, Small } from './Layout.tsx'
import { buttonStyle, type MailColors, posterStyle, theme, venueColors } from './styles.ts'

/** A mail of a few paragraphs. */
export type PlainMailProps = {
  branding: MailBranding
  colors?: MailColors
  subject: string
  heading: string
  paragraphs: string[]
  /** Why the mail was sent, and what to do if it was not requested. */
  note: string
}
type Target = { label: string; url: string }
/** A plain mail with at most one button and one link; the link is below the button. */
export type ActionMailProps = PlainMailProps & { button?: Target; link?: Target }
export type CodeMailProps = PlainMailProps & { code: string }

const PlainMail = ({
  branding,
  colors,
  heading,
  paragraphs,
  note,
  preview,
  children,
}: PlainMailProps & { preview: string; children: ReactNode }) => (
  <Layout {...{ branding, colors, heading, preview }} foot={<Small>{note}</Small>}>
    {paragraphs.map((paragraph) => (
      <Paragraph key={paragraph}>{paragraph}</Paragraph>
    ))}
    {children}
  </Layout>
)

export const ActionMail = ({ button, link, ...plain }: ActionMailProps) => (
  <PlainMail {...plain} preview={plain.paragraphs[0] ?? plain.heading}>
    {button ? <ActionButton {...button} colors={plain.colors} /> : null}
    {link ? (
      <Paragraph>
        <Link className="plain" href={link.url} style={inkLink}>
          {link.label}
        </Link>
      </Paragraph>
    ) : null}
  </PlainMail>
)

const inkLink = { color: theme.ink, textDecoration: 'underline' } as const

const ActionButton = ({
  label,
  url,
  colors = venueColors,
}: Target & { colors: MailColors | undefined }) => (
  <>
    <Button className="button" href={url} style={buttonStyle(colors)}>
      {label}
    </Button>
    {/* The text version already contains the button's URL. */}
    <div data-skip-in-text="true">
      <Small>
        Or copy this address into your browser:{' '}
        <Link className="plain" href={url} style={{ color: theme.ink, wordBreak: 'break-all' }}>
          {url}
        </Link>
      </Small>
    </div>
  </>
)

export const CodeMail = ({ code, ...plain }: CodeMailProps) => (
  <PlainMail {...plain} preview={`${code}. ${plain.paragraphs[0] ?? ''}`}>
    <Text className="code" style={digits}>
      {code}
    </Text>
  </PlainMail>
)

const digits = {
  margin: '8px 0 24px',
  padding: '20px 0 20px 0.2em',
  border: `3px solid ${theme.ink}`,
  color: theme.ink,
  ...posterStyle,
  fontSize: '56px',
  lineHeight: '1',
  letterSpacing: '0.2em',
  textAlign: 'center',
} as const
