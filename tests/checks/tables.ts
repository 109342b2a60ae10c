import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { features } from '../../cms/app/features.ts'
import { ownedRecords } from '../../collections/index.ts'
import { tablesOf } from './sql.ts'

/**
 * Checks table ownership: SQL is allowed only in `queries` files, and a statement may access only tables of its own
 * module. Prints each violation. Exits with 1 if there is a violation.
 */

const queriesFile = /^cms\/(?:platform|features)\/([^/]+)\/(.*\/)?(queries\.ts|queries\/.*\.ts)$/
// Not checked: platform code, whose statements use no feature's tables, and migrations, which may use all tables.
const platformFile = /^cms\/platform\/(database|jobs|migrations)\//

// The tags of SQL templates: `sql`, and the functions for statements in cms/platform/database/query.ts and prepared.ts.
const tags = /^(sql|execute|findRows?|requireRow|prepared)\b/

type Statement = { file: string; line: number; text: string }

/** All SQL templates of a file, with parameters as `$`. */
function statementsIn(file: string): Statement[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Statement[] = []
  const visit = (node: ts.Node) => {
    if (ts.isTaggedTemplateExpression(node) && tags.test(node.tag.getText())) {
      const { template } = node
      const text = ts.isNoSubstitutionTemplateLiteral(template)
        ? template.text
        : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join(
            ' $ ',
          )
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      found.push({ file, line: line + 1, text })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const owners = new Map<string, string>()
const slugs = new Map<string, string>()
for (const { name, tables = {} } of features) {
  for (const table of Object.keys(tables)) owners.set(table, name)
}
for (const [name, { collections = [], globals = [] }] of Object.entries(ownedRecords)) {
  for (const { slug } of [...collections, ...globals]) slugs.set(slug.replaceAll('-', '_'), name)
}

/** The module that owns a table; Payload derives several tables from one collection. */
function ownerOf(table: string): string | undefined {
  const known = owners.get(table)
  if (known) return known
  const base = table.replace(/^_/, '')
  const [slug] = [...slugs.keys()]
    .filter((each) => base === each || base.startsWith(`${each}_`))
    .sort((a, b) => b.length - a.length)
  return slug && slugs.get(slug)
}

const violations: string[] = []
const files = globSync(['cms/**/*.{ts,tsx}', 'collections/**/*.ts', 'site/**/*.ts'], {
  exclude: (path) => /(^|\/)(\.next|node_modules)$|\.test\.tsx?$/.test(String(path)),
})
for (const file of files.sort()) {
  if (/\.test\.tsx?$/.test(file) || platformFile.test(file)) continue
  const [, owner] = queriesFile.exec(file) ?? []
  for (const { line, text } of statementsIn(file)) {
    const place = `${file}:${line}`
    if (!owner) violations.push(`${place}  SQL outside of a queries file`)
    for (const table of tablesOf(text)) {
      const tableOwner = ownerOf(table)
      if (tableOwner && tableOwner !== (owner ?? file.split('/')[1])) {
        violations.push(`${place}  accesses ${table}, a table of ${tableOwner}`)
      }
    }
  }
}
for (const violation of violations) console.error(violation)
console.log(`${violations.length} violations of table ownership in ${files.length} files`)
process.exit(violations.length ? 1 : 0)
