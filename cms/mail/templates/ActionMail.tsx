import { Button, Link } from '@react-email/components'
import { type House, Layout, Small, Words } from './Layout.tsx'
import { filled, look } from './look.ts'

/** A plain mail that asks for one thing, or for none. */
export type Action = {
  house: House
  subject: string
  heading: string
  paragraphs: string[]
  button?: { label: string; url: string }
  /** Why it came, and what to do where it was not asked for. */
  note: string
}

export const ActionMail = ({ house, heading, paragraphs, button, note }: Action) => (
  <Layout
    house={house}
    heading={heading}
    preview={paragraphs[0] ?? heading}
    foot={<Small>{note}</Small>}
  >
    {paragraphs.map((paragraph) => (
      <Words key={paragraph}>{paragraph}</Words>
    ))}
    {button ? <Opens {...button} /> : null}
  </Layout>
)

const Opens = ({ label, url }: NonNullable<Action['button']>) => (
  <>
    <Button className="button" href={url} style={filled}>
      {label}
    </Button>
    {/* In the text the button is an address already. */}
    <div data-skip-in-text="true">
      <Small>
        Or open this address:{' '}
        <Link href={url} style={{ color: look.ink, wordBreak: 'break-all' }}>
          {url}
        </Link>
      </Small>
    </div>
  </>
)
