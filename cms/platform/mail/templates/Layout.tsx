import { Head, Heading, Hr, Html, Img, Link, Text } from '@react-email/components'
import type { ReactNode } from 'react'
import type { MailBranding } from '../branding.ts'
import {
  type MailColors,
  mailWidth,
  phoneStyleSheet,
  posterStyle,
  styleSheet,
  theme,
  venueColors,
} from './styles.ts'

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

/** The text that a list of mails shows beside the subject. Padding keeps the mail's first words out of the list. */
const Preview = ({ children }: { children: string }) => (
  <div style={invisible} data-skip-in-text="true">
    {children}
    <div>{'\u00a0\u200c'.repeat(Math.max(0, 150 - children.length))}</div>
  </div>
)

/**
 * The frame of every mail: a head with the venue's name, the headline and a picture of a door, then the content
 * and the venue's address. Its tables also have a `width`, because Outlook does not support `max-width`.
 * @param preview shown beside the subject in a list of mails
 * @param aside shown beside the venue's name
 * @param foot small print before the venue's address
 */
export function Layout({
  branding,
  colors = venueColors,
  heading,
  preview,
  aside,
  children,
  foot,
}: {
  branding: MailBranding
  colors?: MailColors
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
        <style>{phoneStyleSheet}</style>
      </Head>
      <Preview>{preview}</Preview>
      <body
        className="paper"
        style={{ margin: 0, padding: 0, backgroundColor: theme.paper, fontFamily: theme.text }}
      >
        <MailHead {...{ branding, colors, heading, aside }} />
        <Sheet>
          {children}
          <Hr style={{ margin: '32px 0 16px', border: 0, borderTop: `2px solid ${theme.ink}` }} />
          {foot}
          <Small>
            {branding.name}
            {branding.address ? `, ${branding.address}` : ''}
          </Small>
        </Sheet>
      </body>
    </Html>
  )
}

/** The coloured head of a mail: the venue's name, the headline, and a picture of a door at its bottom. */
function MailHead({
  branding,
  colors: { name, spot, onSpot },
  heading,
  aside,
}: {
  branding: MailBranding
  colors: MailColors
  heading: string
  aside?: ReactNode
}) {
  return (
    <table {...table} {...column} className="head" bgcolor={spot}>
      <tbody>
        <tr>
          <td colSpan={2} style={{ ...breakWords, padding: '20px 24px 0', color: onSpot }}>
            <table {...table} width="100%">
              <tbody>
                <tr>
                  <td style={{ color: onSpot }}>
                    <Link href={branding.siteUrl} style={{ ...brand, color: onSpot }}>
                      {branding.name}
                    </Link>
                  </td>
                  {aside ? (
                    <td align="right" style={{ ...asideStyle, color: onSpot }}>
                      {aside}
                    </td>
                  ) : null}
                </tr>
              </tbody>
            </table>
          </td>
        </tr>
        <tr>
          <td valign="bottom" style={{ padding: '44px 0 22px 24px', wordBreak: 'break-word' }}>
            <Heading
              as="h1"
              {...(hasLongWord(heading) && { className: 'long' })}
              style={{ ...headline, color: onSpot }}
            >
              {heading}
            </Heading>
          </td>
          <td
            className="door"
            width="136"
            align="right"
            valign="bottom"
            style={{ padding: '20px 24px 0 16px' }}
          >
            <Img
              src={`${branding.siteUrl}/brand/door-${name}.png`}
              alt={`The door of ${branding.name}`}
              width={96}
              height={112}
              style={{ display: 'block' }}
            />
          </td>
        </tr>
      </tbody>
    </table>
  )
}

const Sheet = ({ children }: { children: ReactNode }) => (
  <table {...table} {...column}>
    <tbody>
      <tr>
        <td className="sheet" style={{ ...breakWords, padding: '32px 24px' }}>
          {children}
        </td>
      </tr>
    </tbody>
  </table>
)

const invisible = {
  display: 'none',
  overflow: 'hidden',
  maxWidth: 0,
  maxHeight: 0,
  lineHeight: '1px',
  opacity: 0,
} as const

const table = { role: 'presentation', border: 0, cellPadding: 0, cellSpacing: 0 } as const

const column = {
  align: 'center',
  width: mailWidth,
  style: { width: `${mailWidth}px`, maxWidth: '100%' },
} as const

// More mail programs support `word-break: break-word` than `overflow-wrap`.
const breakWords = { wordBreak: 'break-word' } as const

const asideStyle = { fontSize: '14px', lineHeight: '20px' } as const

const brand = {
  ...posterStyle,
  fontSize: '20px',
  lineHeight: '24px',
  letterSpacing: '0.02em',
  textDecoration: 'none',
} as const

// On phones, a word of ten letters or more would break beside the door, so such a headline has smaller letters.
const hasLongWord = (heading: string) => /\S{10}/.test(heading)

const headline = { ...posterStyle, margin: 0, fontSize: '56px', lineHeight: '0.95' } as const
