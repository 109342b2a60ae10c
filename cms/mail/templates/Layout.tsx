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
import { look, sheet } from './look.ts'

/** What every mail says of the house it comes from. */
export type House = { name: string; siteUrl: string; address: string }

const words = { margin: '0 0 16px', fontSize: '17px', lineHeight: '26px', color: look.ink } as const
const small = { margin: '0 0 8px', fontSize: '14px', lineHeight: '20px', color: look.ink } as const

/** A paragraph. */
export const Words = ({ children }: { children: ReactNode }) => (
  <Text style={words}>{children}</Text>
)

/** What stands below the line. */
export const Small = ({ children }: { children: ReactNode }) => (
  <Text style={small}>{children}</Text>
)

/** What a list of mails shows beside the subject, and blanks that keep it from showing more. */
const Beside = ({ children }: { children: string }) => (
  <div style={unseen} data-skip-in-text="true">
    {children}
    <div>{'\u00a0\u200c'.repeat(Math.max(0, 150 - children.length))}</div>
  </div>
)

/**
 * A sheet of the venue’s paper with a headline in poster type.
 * @param preview what a list of mails shows beside the subject
 * @param aside what stands beside the house’s name
 * @param foot what stands below the line, before the house’s address
 */
export function Layout({
  house,
  heading,
  preview,
  aside,
  children,
  foot,
}: {
  house: House
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
        <style>{sheet}</style>
      </Head>
      <Beside>{preview}</Beside>
      <Body
        className="paper"
        style={{ margin: 0, padding: 0, backgroundColor: look.paper, fontFamily: look.text }}
      >
        <Container
          className="paper"
          style={{ ...column, padding: '32px 24px', backgroundColor: look.paper }}
        >
          <Section style={{ borderBottom: `6px solid ${look.spot}`, paddingBottom: '12px' }}>
            <Row>
              <Column>
                <Link href={house.siteUrl} style={{ ...brand, color: look.ink }}>
                  {house.name}
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
          <Hr style={{ margin: '32px 0 16px', border: 0, borderTop: `2px solid ${look.ink}` }} />
          {foot}
          <Small>
            {house.name}
            {house.address ? `, ${house.address}` : ''}
          </Small>
        </Container>
      </Body>
    </Html>
  )
}

const unseen = {
  display: 'none',
  overflow: 'hidden',
  maxWidth: 0,
  maxHeight: 0,
  lineHeight: '1px',
  opacity: 0,
} as const

// A name or an address that is longer than a line breaks; this spelling most mail programs know.
const column = { maxWidth: '600px', wordBreak: 'break-word' } as const

const brand = {
  fontFamily: look.poster,
  fontSize: '20px',
  fontWeight: 700,
  letterSpacing: '0.02em',
  textTransform: 'uppercase',
  textDecoration: 'none',
} as const

const headline = {
  margin: '28px 0 20px',
  fontFamily: look.poster,
  fontSize: '46px',
  lineHeight: '1',
  fontWeight: 700,
  textTransform: 'uppercase',
  color: look.ink,
} as const
