import { createElement } from 'react'
import { headerText } from '../mail/rules.ts'
import type { House } from '../mail/templates/Layout.tsx'
import { LetterMail } from '../mail/templates/LetterMail.tsx'
import { type Marks, mailElements } from '../mail/templates/letter-elements.tsx'
import { write } from '../mail/templates/write.ts'
import type { Menu } from '../venue/contract.ts'
import { absolute, isPage } from './address.ts'
import type { LetterBody } from './body.ts'
import { drawBody, firstWords, type Material } from './draw-body.tsx'
import { forEverybody, leaveMark, linkMark, withoutMarks } from './personal.ts'
import { longest } from './rules.ts'

/**
 * A letter as all its readers get it, with a mark wherever their mails differ. Links that can be
 * counted have numbers: their places in `links`.
 */
export type Edition = {
  subject: string
  html: string
  text: string
  links: { url: string; label: string }[]
}

/** The same when it has just been made, with each menu as it was printed, in the order of the letter. */
export type FreshEdition = Edition & { menus: Menu[][] }

/** What a mail is made of beside the letter’s own words. */
export type Means = {
  house: House
  currency: string
  marks: Marks
  material: Material
  /** Where the letter can be read in a browser, null where nowhere. */
  webAddress: string | null
}

type Written = { subject: string; preheader: string | null; body: LetterBody }

/** Sets a letter as a mail. */
export async function composeEdition(written: Written, means: Means): Promise<FreshEdition> {
  const { house, currency, marks, webAddress } = means
  const { body } = written
  const links: Edition['links'] = []
  const menus: Menu[][] = []
  const material: Material = {
    ...means.material,
    menus: (fields) => {
      menus.push(means.material.menus(fields))
      return menus.at(-1) ?? []
    },
  }
  const elements = mailElements({
    siteUrl: house.siteUrl,
    currency,
    marks,
    hrefOf: (address, label) => {
      if (!isPage(address)) return address
      links.push({ url: absolute(address, house.siteUrl), label: forEverybody(label) })
      return linkMark(links.length - 1)
    },
  })
  const parts = drawBody(body, elements, material)
  const beside =
    withoutMarks(written.preheader?.trim() ?? '') || firstWords(body, longest.preheader)
  const subject = headerText(material.words(withoutMarks(written.subject)))
  const { html, text } = await write(
    subject,
    createElement(
      LetterMail,
      { house, subject, preheader: material.words(beside), webAddress, leaveAddress: leaveMark },
      ...parts,
    ),
  )
  return { subject, html, text, links, menus }
}
