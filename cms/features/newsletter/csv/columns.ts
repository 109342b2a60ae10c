import { bareCell } from '../../../platform/http/csv/cells.ts'
import { isAddress } from '../../../platform/mail/rules.ts'
import { UnreadableFileError } from './encoding.ts'

/** The columns of an export, in order. An import recognises the same columns. */
export const fields = [
  'email',
  'name',
  'phone',
  'birthday',
  'interests',
  'state',
  'joined_at',
  'left_at',
  'paused_until',
  'consent_at',
  'consent_how',
  'consent_wording',
] as const
export type Field = (typeof fields)[number]

/**
 * The columns of other services that an import reads too. `subscribed`: whether somebody gets letters; `confirmed`:
 * whether they confirmed their address. `unsubscribed`, `bounced` and `complained`: every cell with a text, except
 * “no”, says that they get no letters; the text may be a date or a reason.
 */
const foreignColumns = [
  'first_name',
  'last_name',
  'subscribed',
  'confirmed',
  'unsubscribed',
  'bounced',
  'complained',
] as const
export const knownColumns = [...fields, ...foreignColumns] as const
export type Column = (typeof knownColumns)[number]

/** The columns that say whether somebody gets letters. A list may have several of each. */
const signColumns = [
  'state',
  'left_at',
  'subscribed',
  'confirmed',
  'unsubscribed',
  'bounced',
  'complained',
] as const satisfies Column[]
export type SignColumn = (typeof signColumns)[number]
export const isSignColumn = (column: Column): column is SignColumn =>
  (signColumns as readonly Column[]).includes(column)
export type Sign = { column: SignColumn; text: string }

/** The cells of a row by field. */
export type CellTexts = Partial<Record<Field, string>>
/**
 * The cells of a row of an imported list. `signs`: the cells of all columns that say whether somebody gets letters;
 * `doubt`: a cell of another column that plainly says that they get none, with the name of its column.
 */
export type RowTexts = CellTexts & {
  signs?: readonly Sign[]
  doubt?: { column: string; text: string }
}

/**
 * The header of the column with the reason in a downloaded list of rejected rows. An import of such a list reads this
 * column only to recognise duplicates. They are rejected again: the list lacks the earlier rows with the same
 * addresses.
 */
export const reasonColumn = 'reason'
export const isReason = (header: string): boolean => header.trim().toLowerCase() === reasonColumn

// Column names of other services (Mailchimp, Ghost, Substack, Beehiiv, Kit, MailerLite, Brevo, Campaign Monitor,
// Constant Contact, Klaviyo, HubSpot, Mailjet, Listmonk, Buttondown, phpList, Revue, TinyLetter, Shopify), reduced to letters and digits: `E-Mail Address` is
// `emailaddress`. Substack's `active_subscription` is not among them: it says who pays.
const aliases: Record<Column, string> = {
  email:
    'emailaddress mail mailaddress subscriberemail subscriber emailadresse mailadresse adressemail adresseemail courriel correo correoelectronico emailadres',
  name: 'fullname displayname subscribername contactname vollername nomcomplet nombrecompleto naam',
  first_name: 'firstname fname forename givenname vorname prenom nombre voornaam',
  last_name:
    'lastname lname surname familyname nachname familienname nomdefamille apellidos achternaam',
  phone:
    'phonenumber telephone mobile mobilephone mobilenumber sms telefon telefonnummer handy telefono telefoon portable',
  birthday:
    'birthdate dateofbirth dob bday geburtstag geburtsdatum datedenaissance anniversaire cumpleanos fechadenacimiento verjaardag geboortedatum',
  interests: 'interest interessen interets intereses',
  state:
    'status subscriberstatus subscribedtoemails emailstatus emailpermissionstatus subscriptionstatus emailsubscriptionstatus emailmarketingstatus liststatus subscribertype subscriptionstate',
  joined_at:
    'createdat created optintime optindate creationdate signedupat signupdate subscribedat subscribedon subscribeddate datesubscribed dateadded addedtime addedat addedon joined datejoined entered anmeldedatum',
  left_at:
    'unsubscribedat unsubtime unsubscribedon unsubscribeddate unsubscribedate unsubscribetime unsubscriptiondate dateunsubscribed unsubdate unsubat optouttime optoutdate optedoutat deletedat datedeleted canceledat cancelledat abgemeldetam abmeldedatum',
  paused_until: '',
  consent_at:
    'consentdate confirmtime confirmedat confirmationdate confirmationtime optinconfirmedat doubleoptinat doubleoptindate',
  consent_how: 'consentsource consentmethod',
  consent_wording: 'consenttext',
  subscribed:
    'subscribed issubscribed emailsubscribed isemailsubscribed emailenabled active isactive optin optedin emailoptin newsletteroptin acceptsmarketing acceptsemailmarketing emailmarketingconsent marketingconsent receiveemails receivesemails newsletter',
  confirmed: 'emailconfirmed isconfirmed doubleoptin',
  unsubscribed:
    'isunsubscribed unsubscribe unsubcampaigntitle unsubcampaignid unsubreason unsubreasonother unsubscribereason unsubscriptionreason optedout isoptedout optout emailoptout emailoptedout hasoptedoutofemail emaildisabled disabled isdisabled donotemail dontemail donotmail donotcontact suppressed issuppressed emailsuppressions emailsuppression globalsuppression excluded isexcluded isexcludedfromcampaigns keinnewsletter deleted isdeleted emailblacklist emailblacklisted emailblocklist emailblocklisted blacklist blacklisted isblacklisted blocklist blocklisted isblocklisted banned left abgemeldet',
  bounced:
    'isbounced bounce bouncedat bounceddate datebounced bouncetime bouncedate bouncereason emailbounced hardbounce hardbounced hardbouncedat cleaned cleanedat cleantime cleancampaigntitle cleancampaignid undeliverable undeliverabilitydate undeliverabilityreason hardbouncereason emailhardbouncereason invalidemail invalidemailaddress',
  complained:
    'complaint complainedat complaintdate complainttime spamcomplaint spamcomplaintdate markedasspam markedasspamat reportedspam spamreported spamreport abusereport',
}

const bareName = (header: string) =>
  bareCell(header)
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

const columns = new Map(
  Object.entries(aliases).flatMap(([column, names]) =>
    [bareName(column), ...names.split(' ')]
      .filter(Boolean)
      .map((name) => [name, column as Column] as const),
  ),
)
// Other headers that name a departure, such as `Unsubscribed from list (GMT)`. A column with links or with numbers of
// something says nothing about it.
const departure = new RegExp(
  [
    'unsub|optedout|optout|donote?mail|withdr[ae]w|revo[ck]|removed|eras(?:ed|ure)|forgotten',
    'abgemeldet|abmeldung|abbestell|kundig|austritt|ausgetreten|ausgetragen|austragung|widerruf|geloscht',
    'desabonn|desinscri|resiliation|disiscri|afgemeld|uitgeschreven|uitschrijving|opgezegd',
    'отпис|退会|退订|退訂',
  ].join('|'),
)
/** Whole words that name a departure. As parts of other words, and in “Leave a comment”, they do not. */
const departureWords =
  /(?:^|(?:^| )of )(?:leave[sr]?|leaving)(?: (?:date|day|time|on|at|reason|(?:the )?(?:news)?(?:list|letter))(?: |$)|$)|(?:^| )(?:leave[sr]? date|baja|left (?:on|at|the|list)|(?:date|has) left)(?: |$)/
/** Parts of headers that may say who gets letters, or why somebody gets none. */
const perhapsDeparture = new RegExp(
  [
    'cancel|delet|inactiv|disabled|suspend|suppress|resign|expir|ended|terminat|reject|refus|declin|object',
    'block|blacklist|banned|stop|quit|exit|gone|leav|left|remov|erasure|forget|bounce|complain|spam|nomail',
    'exclu|invalid|valid|verif|abuse|junk|dead|deceased|churn|undeliver|withdr|optin|optout|opted|donot|dont',
    'consent|permission|permit|gdpr|dsgvo|rgpd|lopd|status|newsletter|mailing|marketing|subscri|letters',
    'gesperrt|sperr|widerspr|storn|beendet|inaktiv|ausgeschl|ausschl|kein|nicht|verstorben|unzustell|zustell',
    'einwillig|zustimm|werbung|rucklauf|geloscht|entfernt|abo(?:$|s$|nn|end)',
    'resili|annul|cancell|opzeg|supprim|bloqu|exclus|consentement|refuse|sansmail|nepas|statut|estado|stato',
    'eliminad|cancelad|escluso|esclus|bloccat|uitgesl|geblokk|verwijderd|toestemming|geen|niet|bezwaar',
    'samtyck|samtykk|avregistr|avmeld|avanmal|afmeld|slettet|zgod|rezygn|wypis|odhlas|souhlas|peruut',
    'отказ|соглас|статус|停止|解除|拒否|拒绝|拒絕|同意|거부|취소|동의|ακυρ|διαγρα',
  ]
    .join('|')
    .normalize('NFKD'),
)
const noSign =
  /link|url|token|key|hash|code|sms|phone|whatsapp|push|count|rate|page|total|number|text|frist|notice/
/**
 * Names of columns that say something else: who, where and how somebody is, and what services count. Their cells are
 * looked at nevertheless.
 */
const harmless = new Set(
  [
    'memberrating optinip confirmip ip ipaddress latitude longitude gmtoff dstoff timezone cc region lastchanged leid euid',
    'note notes tag tags label labels tier tiers complimentaryplan stripecustomerid activesubscription',
    'id uuid uid contactid subscriberid extid externalid userid customerid landlinenumber whatsapp linkedin website',
    'addedtime modifiedtime modifiedat updatedat smsblacklist smsblacklisted smsblocklisted whatsappblacklist',
    'address address1 address2 addressline1 addressline2 street strasse city town ort stadt ville ciudad plaats',
    'county country countrycode land pays pais zip zipcode postcode postalcode plz language lang locale sprache',
    'langue idioma taal gender geschlecht salutation anrede civilite company companyname firma organisation',
    'organization jobtitle',
  ]
    .join(' ')
    .split(' '),
)

const wordsOf = (header: string) =>
  bareCell(header)
    .normalize('NFD')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function columnOf(header: string): Column | undefined {
  const name = bareName(header)
  const known = columns.get(name)
  if (known || noSign.test(name)) return known
  if (!departure.test(name) && !departureWords.test(wordsOf(header))) return undefined
  return /date|time|datum|fecha/.test(name) ? 'left_at' : 'unsubscribed'
}

/** Whether a header says that its column is about something else than who gets letters. */
export const isHarmlessHeader = (header: string): boolean => harmless.has(bareName(header))

/** Whether a header may say who gets letters, in one of the languages that are known here. */
export function mayTellDeparture(header: string): boolean {
  const column = columnOf(header)
  if (column) return isSignColumn(column)
  return perhapsDeparture.test(bareName(header))
}

/** How a file’s columns are named for staff. No two have the same name. */
export function columnLabels(header: readonly string[]): string[] {
  const labels = new Set<string>()
  return header.map((each, index) => {
    const place = `Column ${index + 1}`
    const name = each.replace(/\s+/g, ' ').trim().slice(0, 100) || place
    const label = labels.has(name) ? `${name} (${place.toLowerCase()})` : name
    labels.add(label)
    return label
  })
}

/** The columns that a header names, as many as `columnsOf` would recognise by it. */
export const headingsIn = (cells: readonly string[]): (Column | undefined)[] => cells.map(columnOf)

/** The column of each cell; null for columns that are not used. */
export type Columns = (Column | null)[]

/** Whether a list has the header of an export, perhaps with a column for reasons. */
export const isOwnExport = (header: readonly string[]): boolean => {
  const names = new Set(header.map((each) => each.trim()))
  return fields.every((each) => names.has(each))
}

/**
 * Recognises columns by their headers. Of several columns for addresses the one with the most addresses is used, also
 * if its header is unknown.
 * @param sample the first rows
 * @throws UnreadableFile if no column contains addresses
 */
export function columnsOf(
  header: readonly string[],
  sample: readonly (readonly string[])[] = [],
): Columns {
  const wanted = header.map(columnOf)
  const email = emailIndex(wanted, header.length, sample)
  const found = new Set<Column>(['email'])
  if (email >= 0) {
    return wanted.map((column, index) => {
      if (index === email) return 'email'
      if (!column || (found.has(column) && !isSignColumn(column))) return null
      found.add(column)
      return column
    })
  }
  const firstHeaders = header.slice(0, 8).map((each) => `“${each.trim().slice(0, 40)}”`)
  throw new UnreadableFileError(
    `No column holds addresses: one must be called “email”. The first row reads ${firstHeaders.join(', ')}.`,
  )
}

function emailIndex(
  wanted: readonly (Column | undefined)[],
  length: number,
  sample: readonly (readonly string[])[],
): number {
  const named = wanted.flatMap((column, index) => (column === 'email' ? [index] : []))
  const all = Array.from({ length }, (_, index) => index)
  return fullest(named, sample) ?? fullest(all, sample) ?? named[0] ?? -1
}

/** The column with the most addresses; null if none contains an address. */
function fullest(indexes: number[], sample: readonly (readonly string[])[]): number | null {
  const count = (index: number) =>
    sample.filter((cells) => isAddress(addressIn(cells[index] ?? ''))).length
  const counts = indexes.map(count)
  const most = Math.max(0, ...counts)
  return most ? (indexes[counts.indexOf(most)] ?? null) : null
}

/**
 * The address in a cell. Spreadsheets put an apostrophe before texts, East Asian keyboards write letters, dots and the @
 * in full width, and mail programs write `Ada <ada@venue.example>;` or a link.
 */
export function addressIn(cell: string): string {
  const text = withoutEnd(cell.normalize('NFKC').replace(/[\p{Cc}\p{Cf}]/gu, ''), /[\s;,.]/).trim()
  const [, inBrackets = text] = /^[^<>@]*<([^<>]+)>$/.exec(text) ?? []
  const address = inBrackets
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/^['’"]+(?=[^'’"]+@)/u, '')
  return withoutEnd(address, /["']/)
}

/** A text without the characters at its end that match. */
function withoutEnd(text: string, character: RegExp): string {
  let end = text.length
  while (end > 0 && character.test(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}

export function cellTextsOf(cells: readonly string[], known: Columns): RowTexts {
  const texts: CellTexts = {}
  const signs: Sign[] = []
  const names: Record<string, string> = {}
  for (const [index, column] of known.entries()) {
    if (!column) continue
    const cell = bareCell(cells[index] ?? '')
    const text = column === 'email' ? addressIn(cell) : cell
    if (isSignColumn(column)) signs.push({ column, text })
    if (column === 'first_name' || column === 'last_name') names[column] = text.trim()
    else if (isField(column)) texts[column] = texts[column]?.trim() ? texts[column] : text
  }
  const whole = [names.first_name, names.last_name].filter(Boolean).join(' ')
  return {
    ...texts,
    ...(whole && !texts.name?.trim() && { name: whole }),
    ...(signs.length && { signs }),
  }
}

const isField = (column: Column): column is Field => (fields as readonly Column[]).includes(column)
