// swift-format-ignore-file
// The three listings of Apple's article "Identifying 3D human body poses in images", word for word, each
// in a function; the picture is one that the caller names rather than the project's bundle.
import Vision
import simd

enum BodyPoses3D {
  /// The first listing: the request, what it finds being handled by a closure.
  static func perform(
    Bundle: PictureBundle, handle: (VNHumanBodyPose3DObservation) throws -> Void
  ) {
// Get an image from the project bundle. 
guard let filePath = Bundle.main.path(forResource: "bodypose", ofType: "heic") else { 
    return 
} 
let fileUrl = URL(fileURLWithPath: filePath) 

// Create an object to process the request.  
let requestHandler = VNImageRequestHandler(url: fileUrl) 

// Create a request to detect a body pose in 3D space. 
let request = VNDetectHumanBodyPose3DRequest() 

do {    
    // Perform the body pose request.    
    try requestHandler.perform([request])    

    // Get the observation.    
    if let observation = request.results?.first {        
        // Handle the observation.    
        try handle(observation)
    }
} catch {
    print("Unable to perform the request: \(error).") 
}
  }

  /// The second and the third listing: joints, and the angles of a bone.
  static func angles(_ observation: VNHumanBodyPose3DObservation) throws -> simd_float3 {
// Get a recognized joint by using a joint name. 
let leftShoulder = try observation.recognizedPoint(.leftShoulder) 
let leftElbow = try observation.recognizedPoint(.leftElbow) 
let leftWrist = try observation.recognizedPoint(.leftWrist) 

// Get a collection of joints by using a joint group name. 
let leftArm = try observation.recognizedPoints(.leftArm)

var angleVector: simd_float3 = simd_float3() 

// Get the position relative to the parent shoulder joint. 
let childPosition = leftElbow.localPosition 
let translationChild = simd_make_float3(childPosition.columns.3[0], 
                                        childPosition.columns.3[1], 
                                        childPosition.columns.3[2]) 

// The rotation around the x-axis. 
let pitch = (Float.pi / 2) 

// The rotation around the y-axis. 
let yaw = acos(translationChild.z / simd_length(translationChild)) 

// The rotation around the z-axis. 
let roll = atan2((translationChild.y), (translationChild.x)) 

// The angle between the elbow and shoulder joint. 
angleVector = simd_float3(pitch, yaw, roll)
  _ = (leftShoulder, leftWrist, leftArm)
  return angleVector
  }
}

/// Stands for `Bundle`, with the picture that it is made for.
struct PictureBundle {
  let path: String
  var main: PictureBundle { self }
  func path(forResource name: String, ofType ending: String) -> String? { path }
}
