import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'

/**
 * With `--import` of this file, Node runs the program’s sources without a build. Node itself removes types, but it
 * cannot transform JSX, which mails contain.
 */
registerHooks({
  load: (url, context, next) => {
    if (!url.endsWith('.tsx')) return next(url, context)
    const file = fileURLToPath(url)
    const { code } = transformSync(readFileSync(file, 'utf8'), {
      loader: 'tsx',
      jsx: 'automatic',
      sourcefile: file,
    })
    return { format: 'module', source: code, shortCircuit: true }
  },
})
