import Diagnostics
import SwiftLexer
import Syntax

/// A file of the sources, with what it declares and what it mentions by name.
///
/// Names alone are known: two declarations of one name are one.
struct SourceCode {
  /// From the repository's root.
  let path: String
  /// The folders from the target's on, e.g. `RuleEngine/Uses`.
  let folder: String
  /// In source order.
  private(set) var declarations: [Declaration] = []
  private(set) var bodies: [Body] = []
  private(set) var mentions: [Mention] = []
  /// The modules that it imports.
  private(set) var imports: Set<String> = []
  /// The labels and names of parameters, and the labels of arguments.
  private(set) var parameters: Set<String> = []
  /// The texts of its doc comments, those on lines one after the other as one, each with the index
  /// of the token that follows.
  private(set) var documentation: [(text: String, next: Int)] = []
  private let tokens: [Token]
  private let bytes: [UInt8]
  private let lines: LineTable

  /// Everything in `Sources` but the plugins, which SwiftPM compiles and runs by itself.
  static let all: [SourceCode] = Repository.files(in: "Sources", suffix: ".swift")
    .filter { !$0.hasPrefix(Repository.plugins) }
    // A file that was listed a moment ago is there.
    .map { try! SourceCode(path: $0) }

  init(path: String) throws {
    self.init(path: path, text: try Repository.text(of: path))
  }

  init(path: String, text: String) {
    self.path = path
    folder = path.split(separator: "/").dropFirst().dropLast().joined(separator: "/")
    bytes = Array(text.utf8)
    lines = LineTable(bytes)
    let source = lex(bytes)
    tokens = source.tokens
    withSyntaxTree(of: bytes) { tree in
      for node in 0...tree.root { read(node, of: tree) }
    }
    declarations.sort { $0.token < $1.token }
    var next = 0
    for comment in source.trivia where comment.kind == .docLineComment {
      while tokens[next].start < comment.start { next += 1 }
      let text = String(decoding: bytes[comment.start..<comment.end].dropFirst(3), as: UTF8.self)
      if documentation.last?.next == next {
        documentation[documentation.count - 1].text += "\n" + text
      } else {
        documentation.append((text, next))
      }
    }
  }

  /// The folder in `Sources`.
  var target: String { String(path.split(separator: "/")[1]) }

  /// From 1.
  func line(ofToken index: Int) -> Int { lines.location(of: tokens[index].start).line }

  /// As a report shows it, e.g. `Sources/RuleEngine/Lint.swift:12`.
  func place(ofToken index: Int) -> String { "\(path):\(line(ofToken: index))" }

  /// What the first declaration from a token on is called.
  func nameOfDeclaration(from index: Int) -> String? {
    declarations.first { index <= $0.token }?.name
  }
}

/// A name that code declares; `init` for an initializer. Parameters are left out.
struct Declaration {
  let name: String
  /// The index of the name's token.
  let token: Int
  /// Whether it is declared in the body of a function or an accessor.
  let isLocal: Bool
  /// Whether it stands in a type or an extension.
  let isMember: Bool
  /// Whether no other file can mention it.
  let isPrivate: Bool
  /// The tokens from the name to the end of its body or value.
  let extent: Range<Int>
}

/// The body of a function, an initializer or a property, with what introduces it.
struct Body {
  /// The index of the token that introduces it.
  let start: Int
  /// The index of its `}`.
  let end: Int
}

/// A name that is not just declared, and is no label.
struct Mention {
  let name: String
  /// The index of its token.
  let token: Int
  /// Whether a period stands before it.
  let isMember: Bool
}

extension SourceCode {
  private mutating func read(_ node: Int, of tree: SyntaxTree) {
    let token = tree.token(of: node)
    switch tree.kind(of: node) {
    case .actorDecl, .associatedTypeDecl, .classDecl, .enumCaseElement, .enumDecl, .functionDecl,
      .identifierPattern, .initializerDecl, .protocolDecl, .structDecl, .typeAliasDecl:
      declare(node, of: tree)
    case .importDecl:
      imports.insert(text(ofToken: token))
    case .parameter, .closureShorthandParameter, .genericParameter, .labeledExpr,
      .multipleTrailingClosureElement, .tuplePatternElement, .tupleTypeElement:
      for index in max(tree.start(of: node), token - 1)...token where tokens[index].isWord {
        parameters.insert(text(ofToken: index))
      }
    case .declReferenceExpr, .identifierType, .closureCapture:
      mentions.append(Mention(name: text(ofToken: token), token: token, isMember: false))
    case .memberAccessExpr, .memberType, .keyPathComponent:
      mentions.append(Mention(name: text(ofToken: token), token: token, isMember: true))
    case .accessorBlock, .closureExpr, .codeBlock:
      addBody(node, of: tree)
    default:
      break
    }
  }

  private mutating func declare(_ node: Int, of tree: SyntaxTree) {
    let token = tree.token(of: node)
    guard tokens[token].isWord else { return }
    var (whole, declaration) = (node, node)
    if tree.kind(of: node) == .identifierPattern {
      let around = tree.ancestors(of: node)
      whole = around.first { tree.kind(of: $0) == .patternBinding } ?? node
      declaration = around.first { tree.kind(of: $0) == .variableDecl } ?? node
    }
    let isPrivate = (tree.start(of: declaration)..<tree.token(of: declaration)).contains {
      [.private, .fileprivate].contains(tokens[$0].keyword) && tokens[$0 + 1].kind != .leftParen
    }
    let scope = tree.scope(of: node)
    declarations.append(
      Declaration(
        name: text(ofToken: token), token: token,
        isLocal: scope != .memberBlock && scope != .sourceFile, isMember: scope == .memberBlock,
        isPrivate: isPrivate, extent: token..<tree.end(of: whole)))
  }

  /// Adds the body of what is declared in no other body.
  private mutating func addBody(_ node: Int, of tree: SyntaxTree) {
    let owner = tree.ancestors(of: node).first {
      switch tree.kind(of: $0) {
      case .functionCallExpr, .initializerClause, .memberAccessExpr, .patternBinding: false
      default: true
      }
    }
    guard let owner, [.memberBlock, .sourceFile].contains(tree.scope(of: owner)) else { return }
    switch tree.kind(of: owner) {
    case .deinitializerDecl, .functionDecl, .initializerDecl, .subscriptDecl, .variableDecl:
      bodies.append(Body(start: tree.token(of: owner), end: tree.end(of: node) - 1))
    default: break
    }
  }

  /// A name is without its backticks.
  private func text(ofToken index: Int) -> String {
    let token = tokens[index]
    let ticks = token.kind == .rawIdentifier ? 1 : 0
    return String(decoding: bytes[token.start + ticks..<token.end - ticks], as: UTF8.self)
  }
}

extension SyntaxTree {
  /// The nodes around it, from the inner to the outer ones.
  fileprivate func ancestors(of node: Int) -> UnfoldFirstSequence<Int> {
    sequence(first: parent(of: node) ?? node) { self.parent(of: $0) }
  }

  /// The kind of the block that it stands in.
  fileprivate func scope(of node: Int) -> SyntaxKind {
    ancestors(of: node).lazy.map(kind).first {
      [.memberBlock, .codeBlock, .accessorBlock, .closureExpr].contains($0)
    } ?? .sourceFile
  }
}
