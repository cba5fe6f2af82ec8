/** Finds a Chromium for pages, installs one if there is none, and starts it for software WebGL. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { ROOT } from './entries'

const COMMANDS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'chrome.exe',
  'microsoft-edge',
]

const ARGUMENTS = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-gpu-compositing',
]

/**
 * Path of a Chromium (or Chrome, or Edge). Looks at OSTEON_CHROMIUM and CHROME_PATH, then for installed browsers, then in
 * Playwright's cache. If it finds none it installs one: with apt as root on Debian, otherwise with Playwright.
 *
 * Throws an Error of one sentence that names the variable to set, if there is none to be had.
 */
export function findChromium(): string {
  for (const variable of ['OSTEON_CHROMIUM', 'CHROME_PATH']) {
    const path = process.env[variable]
    if (!path) continue
    if (!existsSync(path)) throw new Error(`${variable} is set to '${path}', which does not exist.`)
    return path
  }
  const found =
    installedChromium() ?? (installWithApt() || installWithPlaywright() ? installedChromium() : null)
  if (found) return found
  throw new Error(
    'The browser tests need Chromium and none could be installed: install Chromium or Chrome, or set OSTEON_CHROMIUM to the path of one.',
  )
}

/** Launch options for `path`: headless, WebGL in software, quiet on the network; `extra` arguments are added. */
export function chromiumOptions(path: string, extra: readonly string[] = []): LaunchOptions {
  // Playwright adds --no-sandbox, which root needs and our own pages allow.
  return { executablePath: path, headless: true, args: [...ARGUMENTS, ...extra] }
}

/** Starts a Chromium; the caller closes it. */
export function launchChromium(extra: readonly string[] = []): Promise<Browser> {
  return chromium.launch(chromiumOptions(findChromium(), extra))
}

function installedChromium(): string | null {
  const places = [...inPath(), ...usualPlaces(), ...inPlaywrightCache()]
  return places.find((path) => existsSync(path)) ?? null
}

function inPath(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)))
}

function usualPlaces(): string[] {
  if (process.platform === 'darwin') {
    const names = ['Chromium', 'Google Chrome', 'Microsoft Edge']
    const folders = ['/Applications', join(homedir(), 'Applications')]
    return folders.flatMap((folder) =>
      names.map((name) => join(folder, `${name}.app/Contents/MacOS/${name}`)),
    )
  }
  if (process.platform === 'win32') {
    const programs = ['Chromium/Application', 'Google/Chrome/Application', 'Microsoft/Edge/Application']
    const { LOCALAPPDATA = '', PROGRAMFILES = '', 'PROGRAMFILES(X86)': programs32 = '' } = process.env
    return [LOCALAPPDATA, PROGRAMFILES, programs32]
      .filter(Boolean)
      .flatMap((folder) =>
        programs.flatMap((name) => ['chrome.exe', 'msedge.exe'].map((exe) => join(folder, name, exe))),
      )
  }
  return ['/snap/bin/chromium', '/opt/google/chrome/chrome']
}

/** Any version will do, the newest first. */
function inPlaywrightCache(): string[] {
  const caches: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(homedir(), 'Library/Caches'),
    win32: process.env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local'),
  }
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    join(caches[process.platform] ?? join(homedir(), '.cache'), 'ms-playwright')
  if (!existsSync(cache)) return []
  const executable = /(^|[\\/])(chrome|chrome\.exe|Chromium|Google Chrome for Testing)$/
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.slice('chromium-'.length)) - Number(a.slice('chromium-'.length)))
    .flatMap((name) => {
      const files = readdirSync(join(cache, name), { recursive: true, withFileTypes: true })
      return files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
    })
    .filter((path) => executable.test(path))
}

/** Ubuntu's package of that name only points to a snap, so Playwright serves it better. */
function installWithApt(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false
  if (!/^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'))) return false
  return runs('apt-get', ['update']) && runs('apt-get', ['install', '-y', 'chromium'])
}

function installWithPlaywright(): boolean {
  return runs(process.execPath, [join(ROOT, 'node_modules/playwright-core/cli.js'), 'install', 'chromium'])
}

function runs(command: string, args: string[]): boolean {
  console.log(`No Chromium found: ${command} ${args.join(' ')}`)
  try {
    execFileSync(command, args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    return true
  } catch {
    return false
  }
}
