'use client'
import { useAdminContext } from '../../../platform/admin/shell/AdminContext.tsx'
import { maxLengths } from '../rules.ts'
import { useFields, useNudge } from './use-nudge.ts'
import { type Picture, usePicture } from './use-picture.ts'

/** Previews of the nudge: on an iPhone, on Android, and in an open window of the site. */
export function DevicePreviews() {
  const { name } = useAdminContext()
  const { state } = useNudge()
  const { title, text, icon } = useFields()
  const shown = {
    name,
    picture: usePicture(icon),
    title: title.trim() || name,
    text: text.trim() || 'What you write stands here.',
  }
  return (
    <section className="nudge-previews" aria-labelledby="nudge-previews">
      <h2 id="nudge-previews">On their screens</h2>
      {state === 'draft' ? (
        <p className={text.length > maxLengths.text ? 'record-problem' : 'admin-quiet'}>
          {text.length} of {maxLengths.text} characters. Phones may cut long texts.
        </p>
      ) : null}
      <div className="nudge-previews__devices">
        <Iphone {...shown} />
        <Android {...shown} />
        <SiteButton />
      </div>
    </section>
  )
}

type Shown = { name: string; title: string; text: string; picture: Picture | null }

// biome-ignore lint/performance/noImgElement: the file has the displayed size and is cached
const Icon = () => <img src="/icons/icon-192.png" alt="" width="38" height="38" />

// iPhones always show the icon of the installed site and ignore the icon of the push message.
const Iphone = ({ name, title, text, picture }: Shown) => (
  <figure>
    <div className="nudge-phone" data-device="iphone">
      <time aria-hidden="true">18:05</time>
      <div className="nudge-phone__card">
        <Icon />
        <p>
          <b>{title}</b>
          {title === name ? null : <small>from {name}</small>}
          <span>{text}</span>
        </p>
        <small aria-hidden="true">now</small>
      </div>
    </div>
    <figcaption>iPhone, locked{picture ? ': it shows no other picture' : ''}</figcaption>
  </figure>
)

const Android = ({ name, title, text, picture }: Shown) => (
  <figure>
    <div className="nudge-phone" data-device="android">
      <time aria-hidden="true">18:05</time>
      <div className="nudge-phone__card">
        <Icon />
        <p>
          <small>{name} · now</small>
          <b>{title}</b>
          <span>{text}</span>
        </p>
        {picture ? (
          // biome-ignore lint/performance/noImgElement: the file has the displayed size and is cached
          <img src={picture.src} alt={picture.alt} width="38" height="38" />
        ) : null}
      </div>
    </div>
    <figcaption>Android</figcaption>
  </figure>
)

const SiteButton = () => (
  <figure>
    <div className="nudge-phone" data-device="site">
      <i />
      <i />
      <i />
      <b className="nudge-phone__button">CLICK ME</b>
    </div>
    <figcaption>The site, where it is open: only the button, without your words</figcaption>
  </figure>
)
