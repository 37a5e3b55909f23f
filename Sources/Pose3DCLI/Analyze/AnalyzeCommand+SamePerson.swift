import PoseAnalysis
import ArgumentParser
import PoseDocuments
import PoseDrawing
import PoseFiles

/// `pose3d analyze --same-person`: one person in several pictures.
extension AnalyzeCommand {
  /// Refuses what makes no sense for several pictures of one person.
  func validateSamePerson() throws {
    if images.count < 2 {
      throw ValidationError(
        "--same-person is about several images of one person: give two or more.")
    }
    if images.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("Standard input holds one image: give - once.")
    }
    if detection.people != .one {
      throw ValidationError(
        "--same-person measures one person in each image, the most prominent: leave out --people."
      )
    }
    if !depth.isEmpty && depth.count != images.count {
      throw ValidationError(
        "--depth is given \(depth.count == 1 ? "once" : "\(depth.count) times") for \(images.count) images: give it once for each, in "
          + "their order, or leave it out.")
    }
    if reading.depthConfidence != nil {
      throw ValidationError("--depth-confidence is about one depth map: leave out --same-person.")
    }
    if keypointFrame != nil {
      throw ValidationError(
        "--keypoint-frame is about one image: with --same-person the number in each image's name "
          + "counts.")
    }
    for destination in destinations where destination.path != nil && !destination.isFolder {
      throw ValidationError(
        "\(destination.name) \(destination.path ?? ""): each of the \(images.count) images has a file "
          + "of its own: give a folder, with a slash at its end.")
    }
  }

  /// The destinations of the results on several images.
  private var destinations: [Destination.Option] {
    [
      .init(name: "--output", path: output, ending: ".json"),
      .init(name: "--csv", path: csv, ending: ".csv"),
      .init(name: "--overlay", path: overlay, ending: "_overlay.png"),
    ]
  }

  /// Measures one person in several pictures.
  func executeSamePerson() throws {
    let destinations = try Destination.all(destinations, pictures: images)
    var bar = ProgressBar(total: images.count, on: .standardError)
    defer { bar.erase() }
    var finder: BodyFinder?
    var (pictures, places) = ([PictureAnalysis](), [Int]())
    for (place, image) in images.enumerated() {
      bar.show(place)
      do {
        pictures.append(
          try analysis(of: image, depth: depth.isEmpty ? nil : depth[place], &finder))
        places.append(place)
      } catch {
        guard let failure = Failure(error), failure.isAboutInput else { throw error }
        bar.erase()
        _ = failure.report()
      }
    }
    bar.erase()
    let person = PersonAnalysis(of: pictures)
    for (place, picture) in zip(places, person.pictures) {
      for words in picture.diagnostics.map(\.commandLineWords) {
        Terminal.warn(words.contains(images[place]) ? words : "\(images[place]): \(words)")
      }
      let document = person.document(
        of: picture, version: Pose3DCommand.version, wording: \.commandLineWords)
      let contents: [() throws -> [UInt8]] = [
        { Array(document.json.utf8) }, { Array(document.csv.utf8) },
        {
          try PoseOverlay(
            of: picture.people,
            on: privacy.hiding(picture.people, in: picture.frame.image, camera: picture.camera)
          ).png()
        },
      ]
      for (destination, bytes) in zip(destinations, contents) {
        if case .folder(_, let files) = destination { try files[place].write(bytes()) }
      }
      PersonTable.write(picture, named: images[place], to: .standardOutput)
      if explain {
        ExplanationTable.write(
          picture.people, depthFile: depth.isEmpty ? nil : depth[place], to: .standardOutput)
      }
    }
    if !pictures.isEmpty {
      PersonTable.writeSummary(of: person, given: images.count, to: .standardOutput)
    }
    for case .folder(let path, _)? in destinations {
      Terminal.standardOutput.write(
        "wrote \(pictures.count) \(pictures.count == 1 ? "file" : "files") to \(path.safeOnOneLine)",
        style: .faint)
    }
    try Terminal.standardOutput.checkWritten(as: "the standard output")
    guard pictures.count == images.count else {
      throw Failure(
        code: .data,
        message: "\(images.count - pictures.count) of \(images.count) images could not be used")
    }
  }
}
