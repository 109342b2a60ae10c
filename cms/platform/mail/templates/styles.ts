/** The venue's main colours, used on the home page, in mails and in the site's icon. */
export const brandColors = { paper: '#f3ead7', ink: '#1d1a17', accent: '#e4572e' } as const

const { paper, ink, accent } = brandColors

/** The colours of a mail's head and buttons. The picture of the door in these colours is `door-NAME.png`. */
export type MailColors = { name: string; spot: string; onSpot: string }

/** The colours of mails that do not concern an area. */
export const venueColors: MailColors = { name: 'home', spot: accent, onSpot: ink }

export const theme = {
  paper,
  ink,
  text: "Archivo, 'Helvetica Neue', Arial, sans-serif",
  // Many mail programs load no web fonts, so these are heavy condensed fonts of Apple's systems, Windows
  // and Android.
  poster:
    "'HelveticaNeue-CondensedBlack', Impact, Haettenschweiler, 'Franklin Gothic Demi Cond', 'Arial Narrow Bold', 'sans-serif-condensed', 'Roboto Condensed', 'Arial Narrow', sans-serif",
} as const

/** Width of a mail in CSS pixels, and of its text. */
export const mailWidth = 600
export const textWidth = 552

export const posterStyle = {
  fontFamily: theme.poster,
  fontWeight: 900,
  textTransform: 'uppercase',
  // Impact has no bold weight, and a synthesized bold fills the holes of its letters.
  fontSynthesis: 'none',
} as const

export const buttonStyle = ({ spot, onSpot }: MailColors) =>
  ({
    display: 'inline-block',
    margin: '8px 0 24px',
    padding: '16px 28px',
    backgroundColor: spot,
    color: onSpot,
    fontSize: '17px',
    fontWeight: 700,
    textAlign: 'center',
    textDecoration: 'none',
  }) as const

// Styles for mail programs with a dark mode. Other programs use the light inline styles. The head and
// buttons keep their colours.
const texts = ['h2', 'h3', 'p', 'td', 'li', 'blockquote', 'a.plain']
export const styleSheet = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .paper { background-color: ${ink} !important; color: ${paper} !important; }
    ${texts.map((each) => `.sheet ${each}`).join(', ')} { color: ${paper} !important; }
    .sheet hr, .sheet .menu td, .sheet .code { border-color: ${paper} !important; }
  }
`

// A separate `style` element, because Gmail drops a whole element if it cannot read one rule.
export const phoneStyleSheet = `
  @media (max-width: 480px) {
    .head h1 { font-size: 38px !important; }
    .head h1.long { font-size: 28px !important; }
    .head .door { width: 64px !important; }
    .head img { width: 64px !important; height: 75px !important; }
    .sheet a.button { display: block !important; }
    .sheet .code { font-size: 44px !important; }
  }
`
