import { Text } from '@react-email/components'
import { type House, Layout, Small, Words } from './Layout.tsx'
import { look } from './look.ts'

/** A mail that brings a code. */
export type Code = {
  house: House
  subject: string
  heading: string
  paragraphs: string[]
  code: string
  /** Why it came, and what to do where it was not asked for. */
  note: string
}

export const CodeMail = ({ house, heading, paragraphs, code, note }: Code) => (
  <Layout
    house={house}
    heading={heading}
    preview={`${code}. ${paragraphs[0] ?? ''}`}
    foot={<Small>{note}</Small>}
  >
    {paragraphs.map((paragraph) => (
      <Words key={paragraph}>{paragraph}</Words>
    ))}
    <Text className="code" style={digits}>
      {code}
    </Text>
  </Layout>
)

const digits = {
  margin: '8px 0 24px',
  padding: '20px 0 20px 0.2em',
  border: `3px solid ${look.ink}`,
  color: look.ink,
  fontFamily: look.poster,
  fontSize: '56px',
  lineHeight: '1',
  fontWeight: 700,
  letterSpacing: '0.2em',
  textAlign: 'center',
} as const
