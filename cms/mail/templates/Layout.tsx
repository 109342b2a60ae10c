import {
  Body,
  Column,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Link,
  Row,
  Section,
  Text,
} from '@react-email/components'
import type { ReactNode } from 'react'
import type { MailBranding } from '../branding.ts'
import { styleSheet, theme } from './styles.ts'

const paragraph = {
  margin: '0 0 16px',
  fontSize: '17px',
  lineHeight: '26px',
  color: theme.ink,
} as const
const small = { margin: '0 0 8px', fontSize: '14px', lineHeight: '20px', color: theme.ink } as const

export const Paragraph = ({ children }: { children: ReactNode }) => (
  <Text style={paragraph}>{children}</Text>
)

export const Small = ({ children }: { children: ReactNode }) => (
  <Text style={small}>{children}</Text>
)

/** The preview text of a list of mails, padded so that the list shows nothing else. */
const Preview = ({ children }: { children: string }) => (
  <div style={invisible} data-skip-in-text="true">
    {children}
    <div>{'\u00a0\u200c'.repeat(Math.max(0, 150 - children.length))}</div>
  </div>
)

/**
 * The frame of every mail: the venue's name, a headline, the content, the venue's address.
 * @param preview shown beside the subject in a list of mails
 * @param aside shown beside the venue's name
 * @param foot small print before the venue's address
 */
export function Layout({
  branding,
  heading,
  preview,
  aside,
  children,
  foot,
}: {
  branding: MailBranding
  heading: string
  preview: string
  aside?: ReactNode
  children: ReactNode
  foot?: ReactNode
}) {
  return (
    <Html lang="en-GB" dir="ltr">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{heading}</title>
        <style>{styleSheet}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body
        className="paper"
        style={{ margin: 0, padding: 0, backgroundColor: theme.paper, fontFamily: theme.text }}
      >
        <Container
          className="paper"
          style={{ ...column, padding: '32px 24px', backgroundColor: theme.paper }}
        >
          <Section style={{ borderBottom: `6px solid ${theme.accent}`, paddingBottom: '12px' }}>
            <Row>
              <Column>
                <Link href={branding.siteUrl} style={{ ...brand, color: theme.ink }}>
                  {branding.name}
                </Link>
              </Column>
              {aside ? (
                <Column align="right" style={{ fontSize: '14px', lineHeight: '20px' }}>
                  {aside}
                </Column>
              ) : null}
            </Row>
          </Section>
          <Heading as="h1" style={headline}>
            {heading}
          </Heading>
          {children}
          <Hr style={{ margin: '32px 0 16px', border: 0, borderTop: `2px solid ${theme.ink}` }} />
          {foot}
          <Small>
            {branding.name}
            {branding.address ? `, ${branding.address}` : ''}
          </Small>
        </Container>
      </Body>
    </Html>
  )
}

const invisible = {
  display: 'none',
  overflow: 'hidden',
  maxWidth: 0,
  maxHeight: 0,
  lineHeight: '1px',
  opacity: 0,
} as const

// `word-break` is the spelling that most mail programs support.
const column = { maxWidth: '600px', wordBreak: 'break-word' } as const

const brand = {
  fontFamily: theme.poster,
  fontSize: '20px',
  fontWeight: 700,
  letterSpacing: '0.02em',
  textTransform: 'uppercase',
  textDecoration: 'none',
} as const

const headline = {
  margin: '28px 0 20px',
  fontFamily: theme.poster,
  fontSize: '46px',
  lineHeight: '1',
  fontWeight: 700,
  textTransform: 'uppercase',
  color: theme.ink,
} as const
