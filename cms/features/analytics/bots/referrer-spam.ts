import { readFileSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { env } from '../../../platform/runtime/env.ts'
import { log } from '../../../platform/runtime/log/log.ts'
import { botRulesVersion } from './rules.ts'

/**
 * Sites that send visits only to be seen in statistics. A short list of those that were met most; `REFERRER_SPAM` adds
 * a maintained one.
 */
const knownSites = `
  100dollars-seo.com 4webmasters.org 7makemoneyonline.com bartikus.site best-seo-offer.com best-seo-report.com
  best-seo-software.xyz best-seo-solution.com bestwebsitesawards.com blackhatworth.com bot-traffic.icu
  bot-traffic.xyz bottraffic.live buttons-for-website.com buttons-for-your-website.com cenoval.ru darodar.com
  dertus.site econom.co event-tracking.com fertuk.site floating-share-buttons.com free-floating-buttons.com
  free-share-buttons.com free-social-buttons.com free-traffic.xyz get-free-traffic-now.com grets.store guardlink.org
  hulfingtonpost.com ilovevitaly.co ilovevitaly.com ilovevitaly.ru iskalko.ru kambasoft.com lomb.co luxup.ru
  make-money-online.com mantero.online o-o-6-o-o.com o-o-8-o-o.com priceg.com ranksonic.info ranksonic.org razas.site
  rida.tokyo savetubevideo.com seders.website semalt.com semalt.net semaltmedia.com seo-platform.com sharebutton.net
  simple-share-buttons.com site-auditor.online social-buttons.com srecorder.com success-seo.com traffic-bot.xyz
  traffic2cash.org traffic2cash.xyz traffic2money.com trafficbot.life trafficmonetize.org trafficmonetizer.org
  video--production.com videos-for-your-business.com webmonetizer.net xtraffic.plus`

/** The hosts of a list with one on each line. Lines that begin with `#` are comments. */
const parseHosts = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) =>
      line
        .trim()
        .toLowerCase()
        .replace(/^www\./, ''),
    )
    .filter((line) => line && !line.startsWith('#'))

/** Whether a host, or a domain above it, is on a list. */
function isListed(hosts: ReadonlySet<string>, host: string): boolean {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  return labels.some((_, index) => hosts.has(labels.slice(index).join('.')))
}

type List = {
  hosts: ReadonlySet<string>
  /** The version of the rules for bots together with this list. */
  version: number
}

/** Keeps versions of lists and of rules apart. Both together are a PostgreSQL `integer`. */
const versionsOfLists = 2 ** 24

/** @param file the path of a list, in addition to the known sites */
export function readList(file: string | undefined): List {
  const known = knownSites.trim().split(/\s+/)
  const version = botRulesVersion * versionsOfLists
  if (file === undefined) return { hosts: new Set(known), version }
  try {
    const text = readFileSync(file, 'utf8')
    const hosts = new Set([...known, ...parseHosts(text)])
    return { hosts, version: version + (crc32(text) % versionsOfLists) }
  } catch (error) {
    log.error({ err: error, file }, 'the list of referrer spam is not readable')
    return { hosts: new Set(known), version }
  }
}

let list: List | undefined
/** The list of `REFERRER_SPAM`. */
const configuredList = (): List => {
  list ??= readList(env().REFERRER_SPAM)
  return list
}

/** @param site a host or an origin */
export const isReferrerSpamOf = ({ hosts }: List, site: string): boolean =>
  isListed(hosts, URL.parse(site)?.hostname || site)

/** Whether a site sends visits only to be seen in statistics. @param site a host or an origin */
export const isReferrerSpam = (site: string | null): boolean =>
  site !== null && isReferrerSpamOf(configuredList(), site)

/** The version of the rules and of the list with which sessions are classified now. */
export const classificationVersion = (): number => configuredList().version
